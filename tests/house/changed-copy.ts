import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

export type Change = { file: string; from: string; to: string }
export type CompilerError = { file: string; line: number; message: string }

/** Compiles a copy of the code with some changes; returns the compiler's errors in `files` and in what they import. */
export async function typeErrorsAfter(changes: readonly Change[], files: readonly string[]): Promise<CompilerError[]> {
  const folder = mkdtempSync(join(tmpdir(), 'changed-'))
  try {
    cpSync('app', join(folder, 'app'), { recursive: true })
    for (const file of ['package.json', 'tailwind.config.ts']) cpSync(file, join(folder, file))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    for (const { file, from, to } of changes) {
      const written = readFileSync(join(folder, file), 'utf8')
      if (!written.includes(from)) throw new Error(`${file} has no ${from}`)
      writeFileSync(
        join(folder, file),
        written.replace(from, () => to),
      )
    }
    const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8'))
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    return await typeErrorsIn(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function typeErrorsIn(project: string): Promise<CompilerError[]> {
  const { resolve: find } = createRequire(import.meta.url)
  const compiler = join(dirname(find('typescript/package.json')), 'bin', 'tsc')
  const output = await new Promise<string>((done) => {
    execFile(process.execPath, [compiler, '--noEmit', '--pretty', 'false'], { cwd: project }, (_, text) => done(text))
  })
  const lines = output.matchAll(/^(\S+?)\((\d+),\d+\): error (.*)/gm)
  return [...lines].map(([, file = '', line, message = '']) => ({ file, line: Number(line), message }))
}
