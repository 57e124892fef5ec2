import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'

const FILE = 'server-key'

/** The server's lasting secret: from the settings, or from a file that is made in the data folder at first use. */
function serverSecret(config: Pick<Config, 'SERVER_KEY' | 'dataDir'>): string {
  if (config.SERVER_KEY) return config.SERVER_KEY
  const file = path.join(config.dataDir, FILE)
  if (!existsSync(file)) {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another process made it in between.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}

/** Keeps short secrets in the database so that whoever only has the database cannot read them. */
export interface Vault {
  /** @param context what the secret belongs to, e.g. an account's id; it opens only under the same one */
  seal(secret: string, context: string): string
  /** @throws when the text was sealed with another key or for something else */
  open(sealed: string, context: string): string
}

const made = new WeakMap<object, Vault>()

/** The vault of these settings. AES-256-GCM; a sealed text is `key id.iv.tag.cipher`, each part base64url. */
export function vaultOf(config: Pick<Config, 'SERVER_KEY' | 'dataDir'>): Vault {
  const known = made.get(config)
  if (known) return known
  const key = Buffer.from(hkdfSync('sha256', serverSecret(config), '', 'dentin vault', 32))
  const keyId = createHash('sha256').update(key).digest('base64url').slice(0, 8)
  const vault: Vault = {
    seal(secret, context) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return [keyId, ...[iv, cipher.getAuthTag(), text].map((part) => part.toString('base64url'))].join('.')
    },
    open(sealed, context) {
      const [id, ...parts] = sealed.split('.')
      if (id !== keyId) throw new Error('sealed with another SERVER_KEY')
      const [iv, tag, text] = parts.map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer, Buffer]
      const cipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context)).setAuthTag(tag)
      return Buffer.concat([cipher.update(text), cipher.final()]).toString('utf8')
    },
  }
  made.set(config, vault)
  return vault
}
