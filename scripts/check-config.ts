import { ConfigError, loadEnvironmentFile, readConfig } from '#app/config.ts'

/** Says every fault of the settings at once and ends with 1; says nothing where there is none. */
try {
  loadEnvironmentFile()
  readConfig(process.env)
} catch (fault) {
  if (!(fault instanceof ConfigError)) throw fault
  console.error(fault.message)
  process.exitCode = 1
}
