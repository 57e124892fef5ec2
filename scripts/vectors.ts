/**
 * `npm run -s vectors -- FILE…`: runs worked cases of the clinical calculators ({suite, tolerance, cases: [{id, fn, input,
 * expected}]}), says each difference and ends with `N passed, N failed`.
 */
import { readFileSync } from 'node:fs'
import { runVectors, type VectorFile } from '@dentin/clinical/vectors/compare'

const files = process.argv.slice(2)
if (files.length === 0) {
  process.stderr.write('用法：npm run -s vectors -- 文件…\n')
  process.exit(2)
}
let [passed, failed] = [0, 0]
for (const file of files) {
  const vectors = JSON.parse(readFileSync(file, 'utf8')) as VectorFile
  for (const { id, differs } of runVectors(vectors)) {
    if (differs.length === 0) passed += 1
    else {
      failed += 1
      for (const line of differs) process.stdout.write(`${vectors.suite} ${id} ${line}\n`)
    }
  }
}
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0
