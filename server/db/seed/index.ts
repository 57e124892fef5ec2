/** The demo chain: what was made and how to sign in. */
export interface DemoAccount {
  loginName: string
  name: string
  post: string
  clinics: string
}
export interface DemoReport {
  password: string
  accounts: DemoAccount[]
}

/** Makes the demo chain when the database has no company yet. */
export async function seedDemo(_options: { ownerUrl: string; now: Date; progress: (line: string) => void }): Promise<DemoReport | null> {
  return null
}
