import {
  builtInTemplate,
  templateSources,
  type PrintTemplateContent,
  type TemplateOwner,
  type TemplateSource,
} from '@dentin/contract/print-template'
import type { PaperTemplates } from './hooks.ts'

/** By whose template a paper is printed in this clinic. */
export const sourceOf = ({ clinic, chain }: PaperTemplates): TemplateSource =>
  clinic?.content ? 'clinic' : chain?.content ? 'chain' : 'builtIn'

export const sourceName = (source: TemplateSource): string => templateSources[source]

/** What is written on from: the own template, else what holds where there is none. */
export const startOf = ({ kind, clinic, chain }: PaperTemplates, owner: TemplateOwner): PrintTemplateContent =>
  (owner === 'clinic' ? clinic?.content : null) ?? chain?.content ?? builtInTemplate(kind)

/** What putting a template back leads to. */
export const backTo = ({ chain }: PaperTemplates, owner: TemplateOwner): string =>
  owner === 'clinic' && chain?.content ? '恢复连锁的' : '恢复默认'
