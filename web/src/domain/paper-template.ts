import { fillTemplate, type TemplateValues } from '@dentin/kit/text-template'
import { columnsOf, variablesOf, type PrintPaper } from '@dentin/contract/core/print-papers'
import { printTemplate, type PrintTemplateContent, type TemplateSource } from '@dentin/contract/print-template'
import { use } from 'react'
import { useCall } from '../lib/query.ts'
import { PaperPreview } from './paper-preview.ts'

/** By what a paper is printed: a saved version, or what is being written of the next. */
export interface PaperTemplate {
  source: TemplateSource
  no: number | null
  /** null: as it is printed without a template. */
  content: PrintTemplateContent | null
}

/** By which template a clinic prints today; undefined: not known yet. */
export function usePaperTemplate(kind: PrintPaper, clinicId: string) {
  const previewed = use(PaperPreview)
  const { data, error, refetch } = useCall(
    printTemplate.effective,
    { kind, clinicId },
    { enabled: previewed === null, keep: false },
  )
  const template: PaperTemplate | undefined = previewed
    ? { source: 'builtIn', no: null, content: previewed.content }
    : data
  return { template, size: previewed?.size, error, retry: () => void refetch() }
}

interface Part {
  part?: string
}

/** The columns that are printed, in the order of the template, each with the name that it has on this paper. */
export function columnsPrinted<C extends { key: string; title?: string }>(
  kind: PrintPaper,
  offered: readonly C[],
  content: PrintTemplateContent | null,
): (C & { title: string })[] {
  const said = columnsOf(kind)
  const named = offered.map((column) => ({
    ...column,
    title: column.title ?? said.find(({ key }) => key === column.key)?.name ?? '',
  }))
  if (!content) return named
  const place = ({ key }: C) => content.columns.indexOf(key)
  const isPrinted = (column: C) => place(column) >= 0 || said.some(({ key, must }) => must && key === column.key)
  return named.filter(isPrinted).sort((a, b) => place(a) - place(b))
}

/** Whether a part of a paper is printed: what has no name always is. */
export const isPrinted = ({ part }: Part, content: PrintTemplateContent | null): boolean =>
  part === undefined || content === null || content.parts.includes(part)

/** Where somebody signs: what a paper must have, and the places of the template or the usual ones. */
export function signaturesPrinted<S extends { label: string; must?: boolean }>(
  usual: readonly S[],
  content: PrintTemplateContent | null,
): (S | { label: string })[] {
  if (!content?.signatures) return [...usual]
  const own = content.signatures
  return [
    ...own.map((label) => usual.find((place) => place.label === label) ?? { label }),
    ...usual.filter(({ label, must }) => must && !own.includes(label)),
  ]
}

/** The texts of a template, with what this paper says in place of their variables. */
export const textsPrinted = (
  kind: PrintPaper,
  content: PrintTemplateContent | null,
  values: TemplateValues,
): { header: string; footer: string } => {
  const filled = (text: string) => fillTemplate(text, variablesOf(kind), values).trim()
  return { header: filled(content?.header ?? ''), footer: filled(content?.footer ?? '') }
}
