"""What all screens share: actions and keys, settings, the base of screens, dialogs, inputs."""
