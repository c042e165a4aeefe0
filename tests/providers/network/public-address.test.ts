import { expect, test } from 'vitest'
import { isPrivateAddress } from '#app/providers/network/public-address.ts'

test('private, link-local and reserved addresses are recognised', () => {
  const inside = ['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.9.9.9', '169.254.169.254', '172.31.0.1', '192.168.1.1']
  for (const address of [...inside, '224.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fd00::1', 'ff02::1'])
    expect(isPrivateAddress(address), address).toBe(true)
  for (const address of ['::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::', '2001:db8::1', 'no address'])
    expect(isPrivateAddress(address), address).toBe(true)
  for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111']) expect(isPrivateAddress(address)).toBe(false)
})
