import { ConfigError, loadEnvironmentFile, readConfig } from '#app/config.ts'

/** Says every fieldError of the settings at once and ends with 1; says nothing where there is none. */
try {
  loadEnvironmentFile()
  readConfig(process.env)
} catch (fieldError) {
  if (!(fieldError instanceof ConfigError)) throw fieldError
  console.error(fieldError.message)
  process.exitCode = 1
}
