import { ConfigError, loadEnvironmentFile, readConfig } from '#app/config.ts'
import { tooOldFor } from '#app/db/connection/too-old.ts'

/** Prints all errors in the settings, or that this release is too old for its database, and exits with 1; prints nothing when there are none. */
try {
  loadEnvironmentFile()
  const { databaseUrl, databaseSessionUrl } = readConfig(process.env)
  const url = databaseSessionUrl ?? databaseUrl
  const tooOld = url && (await tooOldFor(url))
  if (tooOld) stop(tooOld)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  stop(error.message)
}

function stop(message: string) {
  console.error(message)
  process.exitCode = 1
}
