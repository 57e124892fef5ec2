import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'

const SKIPPED = new Set(['node_modules', 'dist', '.cache', '.git', 'coverage', 'data', 'shots'])

/**
 * All files under a folder of the project, without what is installed or generated.
 * @param {string} folder relative to the project root; a file is given back itself; a missing one holds nothing
 * @returns {string[]} paths relative to the project root, sorted, with forward slashes
 */
export function filesUnder(folder) {
  const full = path.join(root, folder)
  if (!existsSync(full)) return []
  if (statSync(full).isFile()) return [folder]
  return readdirSync(full, { withFileTypes: true })
    .filter((entry) => !SKIPPED.has(entry.name))
    .flatMap((entry) => {
      const inner = `${folder}/${entry.name}`
      return entry.isDirectory() ? filesUnder(inner) : [inner]
    })
    .sort()
}

/**
 * A fingerprint of files by name and content.
 * @param {string[]} files relative to the project root
 */
export function fingerprint(files) {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '')
  for (const file of files) {
    hash.update(`\0${file}\0`).update(
      createHash('sha256')
        .update(readFileSync(path.join(root, file)))
        .digest(),
    )
  }
  return hash.digest('hex')
}
