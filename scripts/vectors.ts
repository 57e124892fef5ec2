// Worked cases of the clinical formulas: npm run -s vectors -- FILE…
// Prints each difference, then how many passed and failed; the exit code says whether any failed.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readVectors, runVectors } from '../packages/clinical/src/vectors/run.ts'

const files = process.argv.slice(2)
if (files.length === 0) {
  process.stderr.write('用法：npm run -s vectors -- 文件.json…\n')
  process.exit(2)
}
let passed = 0
let failed = 0
for (const file of files) {
  try {
    // npm starts scripts in the root of the project, and says where it was called.
    const text = readFileSync(path.resolve(process.env.INIT_CWD ?? '.', file), 'utf8')
    const result = runVectors(readVectors(text))
    passed += result.passed
    failed += result.failures.length
    for (const { id, lines } of result.failures)
      for (const line of lines) process.stdout.write(`${file} ${id}: ${line}\n`)
  } catch (error) {
    failed += 1
    process.stdout.write(`${file}: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
