// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortNumber, steadyNumber, timeDecimals, unitText } from '../src/format';

test('short numbers', () => {
  assert.equal(shortNumber(0), '0');
  assert.equal(shortNumber(8), '8');
  assert.equal(shortNumber(100), '100');
  assert.equal(shortNumber(-1.23456789), '\u22121.2346');
  assert.equal(shortNumber(2.5e-9), '2.5e\u22129');
  assert.equal(shortNumber(123456789), '1.2346e8');
  assert.equal(shortNumber(NaN), '\u2013');
  assert.equal(shortNumber(-Infinity), '\u2212\u221e');
});

test('a changing value keeps its decimals', () => {
  assert.equal(steadyNumber(1.5, 3), '1.500');
  assert.equal(steadyNumber(-0.00001, 3), '0.000');
  assert.equal(steadyNumber(-12, 40), '\u221212.00');
  assert.equal(steadyNumber(12345, 54321), '12345');
  assert.equal(steadyNumber(0, 0), '0.000e+0');
  assert.equal(steadyNumber(2.8e-6, 1e-5), '2.800e\u22126');
  assert.equal(steadyNumber(NaN, 1), '\u2013');
});

test('times have decimals by the duration', () => {
  assert.equal(timeDecimals(10), 2);
  assert.equal(timeDecimals(1), 3);
  assert.equal(timeDecimals(0.001), 6);
  assert.equal(timeDecimals(5000), 0);
  assert.equal(timeDecimals(0), 3);
});

test('powers of units stand high', () => {
  assert.deepEqual(['m^3', 'kg m^2', 'm s^-2', 'rad', 'm^12'].map(unitText), ['m\u00b3', 'kg m\u00b2', 'm s\u207b\u00b2', 'rad', 'm\u00b9\u00b2']);
});
