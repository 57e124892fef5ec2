import type { contract } from '@dentin/contract'
import type { Handlers } from '../../../platform/http/context.ts'
import { categories } from './categories.ts'
import { countUse, removeTemplate, saveInterval, saveTemplate, setFavourite } from './commands.ts'
import { bringTemplates } from './import.ts'
import { carryTemplates, chargesOf, listPlatform, listTemplates } from './queries.ts'

export const recordTemplateHandlers: Handlers<typeof contract.recordTemplate> = {
  list: (context) => listTemplates(context),
  platform: async () => Promise.resolve(listPlatform()),
  save: saveTemplate,
  saveInterval,
  charges: chargesOf,
  remove: removeTemplate,
  favourite: setFavourite,
  use: countUse,
  carry: carryTemplates,
  bring: bringTemplates,
  categories: async (at) => await categories.list(at),
  saveCategory: async (at, input) => await categories.save(at, input),
  sortCategories: async (at, input) => await categories.sort(at, input),
  categorySheet: async (at) => await categories.sheet(at),
}
