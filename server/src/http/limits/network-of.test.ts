import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

test.each([
  ['197.248.1.7', '197.248.1.7'],
  ['::ffff:197.248.1.7', '197.248.1.7'],
  ['2c0f:fe38:2100:abcd:1:2:3:4', '2c0f:fe38:2100:abcd::/64'],
  ['2c0f:fe38:2100:abcd:ffff:2:3:4', '2c0f:fe38:2100:abcd::/64'],
  ['2C0F:FE38:2100:0ABC::1', '2c0f:fe38:2100:abc::/64'],
  ['2c0f:fe38::1', '2c0f:fe38:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['197.248.1.7:50123', '197.248.1.7'],
  ['[2c0f:fe38:2100:abcd::9]:443', '2c0f:fe38:2100:abcd::/64'],
  ['197.248.1.7 and a random word', 'unknown'],
  ['', 'unknown'],
])('%s belongs to %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
