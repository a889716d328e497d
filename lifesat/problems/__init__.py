"""Problems: their formulas, and the conversion of models to solutions."""
