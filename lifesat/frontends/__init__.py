"""What all frontends share: options, reading of input, writing of output."""
