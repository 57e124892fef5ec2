import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { vaultOf } from './vault.ts'

const dataDir = '/nowhere'
const one = vaultOf({ SERVER_KEY: 'k'.repeat(40), dataDir })

describe('the vault', () => {
  it('gives back what was sealed, and seals the same text differently each time', () => {
    const sealed = one.seal('JBSWY3DPEHPK3PXP', 'account-1')
    expect(sealed).not.toContain('JBSWY3DP')
    expect(one.open(sealed, 'account-1')).toBe('JBSWY3DPEHPK3PXP')
    expect(one.seal('JBSWY3DPEHPK3PXP', 'account-1')).not.toBe(sealed)
  })

  it('opens nothing for another account, with another key, or when a bit was changed', () => {
    const sealed = one.seal('secret', 'account-1')
    expect(() => one.open(sealed, 'account-2')).toThrow()
    expect(() => vaultOf({ SERVER_KEY: 'x'.repeat(40), dataDir }).open(sealed, 'account-1')).toThrow(
      'sealed with another SERVER_KEY',
    )
    const parts = sealed.split('.')
    parts[3] = Buffer.from('secreT').toString('base64url')
    expect(() => one.open(parts.join('.'), 'account-1')).toThrow()
  })

  it('makes a key of its own in the data folder, readable for nobody else, and finds it again', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'dentin-vault-'))
    try {
      const config = { SERVER_KEY: undefined, dataDir: folder }
      const sealed = vaultOf(config).seal('secret', 'a')
      const file = path.join(folder, 'server-key')
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(readFileSync(file, 'utf8').length).toBeGreaterThanOrEqual(43)
      expect(vaultOf({ ...config }).open(sealed, 'a')).toBe('secret')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
