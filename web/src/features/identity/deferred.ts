import { lazy } from 'react'

/** Signing in by a picture; the page waits for it with a skeleton. */
export const ScanLogin = lazy(async () => ({ default: (await import('./ScanLogin.tsx')).ScanLogin }))

/** Loaded after sign-in only: the sign-in page stays small. */
export const loadAccountActions = () => import('./account-actions.ts')
export const loadTokenTaker = () => import('./take-token.ts')
