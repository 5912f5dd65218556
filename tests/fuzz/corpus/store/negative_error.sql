UPDATE point SET c1 = 'text', e1 = -1, u1 =search = 4294967296;
