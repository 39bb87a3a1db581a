"""For data scientists: classifiers, explanations, pictures and exports."""
