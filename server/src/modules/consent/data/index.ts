import { careTemplates } from './care.ts'
import { statementTemplates } from './statements.ts'
import { surgeryTemplates } from './surgery.ts'
import type { PlatformTemplate } from './template.ts'

export type { PlatformTemplate } from './template.ts'

/** The texts that the platform offers, in the order of the list. None has been read by a lawyer: 待法务复核. */
export const platformTemplates: readonly PlatformTemplate[] = [
  ...surgeryTemplates,
  ...careTemplates,
  ...statementTemplates,
]
