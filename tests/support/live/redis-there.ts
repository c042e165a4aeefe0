import { connect } from 'node:net'

/** The Redis for tests; those that need one are skipped if it does not answer. */
export const TEST_REDIS = process.env.TEST_REDIS_URL

export function redisAnswers(): Promise<boolean> {
  if (TEST_REDIS === undefined) return Promise.resolve(false)
  const { hostname, port } = new URL(TEST_REDIS)
  return new Promise((resolve) => {
    const socket = connect(Number(port || 6379), hostname, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
