UPDATE point SET c1 = 'text', e1 = -1, u1 = x'00ff', p3 = 7, search = 4294967296;
