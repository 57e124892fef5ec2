import type { WireOutput } from '@dentin/contract/core/call'
import type { PrintPaper } from '@dentin/contract/core/print-papers'
import { printTemplate, type TemplateOwner } from '@dentin/contract/print-template'
import type { ReactNode } from 'react'
import { useCall, useSend } from '../../lib/query.ts'

export type Templates = WireOutput<typeof printTemplate.list>
export type PaperTemplates = Templates['papers'][number]
export type SavedVersion = WireOutput<typeof printTemplate.versions>['list'][number]
/** A paper there is, to be looked at. */
export type RecentPaper = WireOutput<typeof printTemplate.recent>['list'][number]
/** Draws a paper there is: of which kind, and which. */
export type DrawPaper = (kind: PrintPaper, paper: RecentPaper) => ReactNode

export const useTemplates = () => useCall(printTemplate.list, {})
export const useVersions = (kind: PrintPaper, owner: TemplateOwner) => useCall(printTemplate.versions, { kind, owner })
export const useRecent = (kind: PrintPaper) => useCall(printTemplate.recent, { kind }, { keep: false })

/** What makes the next version; papers that are printed afterwards ask for it. */
export function useTemplateSends() {
  const refresh = { refresh: [printTemplate.list, printTemplate.versions, printTemplate.effective] }
  return { save: useSend(printTemplate.save, refresh), restore: useSend(printTemplate.restore, refresh) }
}
