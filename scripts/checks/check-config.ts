import { ConfigError, loadEnvironmentFile, readConfig } from '#app/config.ts'

/** Prints all errors in the settings and exits with 1; prints nothing when there are none. */
try {
  loadEnvironmentFile()
  readConfig(process.env)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
