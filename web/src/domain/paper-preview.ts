import type { ReceiptPaper } from '@dentin/contract/core/papers'
import type { PrintTemplateContent } from '@dentin/contract/print-template'
import { createContext, use } from 'react'

/** Around papers that are looked at and not printed: by which template, and on which paper. */
export interface Previewed {
  content: PrintTemplateContent | null
  size: ReceiptPaper
}
export const PaperPreview = createContext<Previewed | null>(null)

/** What a paper that is looked at is asked for with: nothing is noted, counted or given a code. */
export const useAsPreview = (): { preview?: 'yes' } => (use(PaperPreview) ? { preview: 'yes' } : {})
