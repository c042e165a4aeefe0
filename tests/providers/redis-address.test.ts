import { expect, test } from 'vitest'
import { redisAddressOf } from '#app/providers/redis-address.ts'

test('one server is named by its address', () => {
  expect(redisAddressOf('redis://localhost:6379/7')).toBe('redis://localhost:6379/7')
  expect(redisAddressOf('rediss://user:secret@cache.example')).toBe('rediss://user:secret@cache.example')
})

test('sentinels are named with the master that they watch', () => {
  expect(redisAddressOf('redis+sentinel://10.0.0.1:26380,[::1]:26381,cache.example/savari')).toMatchObject({
    name: 'savari',
    sentinels: [
      { host: '10.0.0.1', port: 26_380 },
      { host: '::1', port: 26_381 },
      { host: 'cache.example', port: 26_379 },
    ],
    db: 0,
  })
  const secret = redisAddressOf('rediss+sentinel://app:p%40ss@one/savari?db=2&sentinelPassword=theirs')
  expect(secret).toMatchObject({ username: 'app', password: 'p@ss', db: 2, sentinelPassword: 'theirs', tls: {} })
})

test('anything else is no address', () => {
  const wrong = [
    'redis+sentinel://one:26379',
    'redis+sentinel:///savari',
    'http://one/savari',
    'redis+sentinel://a b/x',
    '',
  ]
  for (const address of wrong) expect(redisAddressOf(address), address).toBeUndefined()
})
