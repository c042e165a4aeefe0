import { expect, test, vi } from 'vitest'
import { loginOf } from '#app/db/backup/snapshot.ts'

test.each([
  ['postgres://savari:p%40%2Fss@db:5433/savari', 'postgres://savari@db:5433/savari', 'p@/ss'],
  ['postgres://savari@db/savari?password=a%2Bb&sslmode=require', 'postgres://savari@db/savari?sslmode=require', 'a+b'],
  ['postgres://savari:x@/savari?host=%2Frun%2Fpg', 'postgres://savari@/savari?host=%2Frun%2Fpg', 'x'],
  [
    'postgres://savari@[::1]/savari?options=-c%20a%3D1&password=x',
    'postgres://savari@[::1]/savari?options=-c%20a%3D1',
    'x',
  ],
])('%s is given to a program without its password', (url, address, password) => {
  expect(loginOf(url)).toMatchObject({ address, env: { PGPASSWORD: password, PATH: process.env.PATH } })
})

test('what the programs read from the environment reaches them, and nothing else', () => {
  vi.stubEnv('PGSSLROOTCERT', '/etc/ca.pem')
  vi.stubEnv('PGPASSWORD', 'of the environment')
  vi.stubEnv('SESSION_SECRET', 'hidden')
  const { env } = loginOf('postgres://savari@db/savari')
  expect(env).toMatchObject({ PGSSLROOTCERT: '/etc/ca.pem', PGPASSWORD: 'of the environment' })
  expect(env).not.toHaveProperty('SESSION_SECRET')
  vi.unstubAllEnvs()
})
