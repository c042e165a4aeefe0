/** A package of the lock file. */
export type LockedPackage = {
  version?: string
  license?: string
  dev?: boolean
  optional?: boolean
  hasInstallScript?: boolean
}

/** Licences that ask for no more than their notice, or whose conditions end at the package itself (MPL, LGPL as a separate library). */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
]

/** Packages whose entry in the lock file names no licence; their own files do. */
const READ_BY_US: Record<string, string> = {
  busboy: 'MIT',
  'humanize-number': 'MIT',
  'png-js': 'MIT',
  streamsearch: 'MIT',
  'xmlhttprequest-ssl': 'MIT',
}

/** The packages of a lock file by the path where they are installed, without the project itself and its own packages. */
export function packagesOf(lock: { packages: Record<string, LockedPackage> }): [path: string, LockedPackage][] {
  return Object.entries(lock.packages).filter(([path]) => path.startsWith('node_modules/'))
}

/** Packages with a licence that is not allowed, one line each. */
export function licenceProblems(packages: readonly [string, LockedPackage][]): string[] {
  return packages.flatMap(([path, { license, version }]) => {
    const name = nameOf(path)
    const licence = license ?? READ_BY_US[name]
    return licence && isAllowed(licence) ? [] : [`${name} ${version}: ${licence ?? 'no licence'} is not allowed`]
  })
}

/** Packages that would run something while they are installed, and that nobody has decided about, one line each. */
export function installScriptProblems(
  packages: readonly [string, LockedPackage][],
  decided: Record<string, boolean>,
): string[] {
  return packages.flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript && decided[nameOf(path)] !== false
      ? [
          `${nameOf(path)} has an install script: add it to allowScripts of package.json, and check that it works without`,
        ]
      : [],
  )
}

/** An SPDX expression: one of an OR is enough, of an AND all are needed. */
export function isAllowed(expression: string): boolean {
  const plain = expression.replace(/[()]/g, '')
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((one) => ALLOWED.includes(one.trim())))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
