UPDATE point SET c1 = 1e999, c2 = -1e999, e2 = 1e999;
