import type { contract } from '@dentin/contract'
import type { Handlers } from '../../../platform/http/context.ts'
import { removeTemplate, saveTemplate } from './commands.ts'
import { listTemplates } from './queries.ts'

export const recordTemplateHandlers: Handlers<typeof contract.recordTemplate> = {
  list: (context) => listTemplates(context),
  save: saveTemplate,
  remove: removeTemplate,
}
