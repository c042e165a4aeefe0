import S3rver from '@20minutes/s3rver'
import { DUMMY_ACCOUNT } from '@20minutes/s3rver/lib/models/account.js'

const { GARAGE_DEFAULT_BUCKET, GARAGE_DEFAULT_ACCESS_KEY, GARAGE_DEFAULT_SECRET_KEY } = process.env
DUMMY_ACCOUNT.revokeAccessKey('S3RVER')
DUMMY_ACCOUNT.createKeyPair(GARAGE_DEFAULT_ACCESS_KEY, GARAGE_DEFAULT_SECRET_KEY)
const server = new S3rver({
  ...{ port: 3900, address: '0.0.0.0', silent: true },
  directory: '/var/lib/garage',
  // The service's name is no bucket.
  vhostBuckets: false,
  configureBuckets: [{ name: GARAGE_DEFAULT_BUCKET }],
})
await server.run()
process.on('SIGTERM', () => process.exit())
