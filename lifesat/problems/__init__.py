"""Problems: what stands where in space-time, and how a model is read back."""
