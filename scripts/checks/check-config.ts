import { ConfigError, loadEnvironmentFile, readConfig } from '#app/config.ts'

/** Prints every error of the settings at once and exits with 1; prints nothing where there is none. */
try {
  loadEnvironmentFile()
  readConfig(process.env)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
