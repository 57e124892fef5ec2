import { module } from '../../platform/module.ts'

export { countPrint, handOut, hashOfFigures, type AsPreview, type Printed } from './hand-out.ts'
export { keepIssued, newPaperCode, printedUrl, verifyUrl, type Issued } from './issued.ts'

/** What this module is to the rest of the house: which papers were given out, each with a code by which it can be asked about. */
export const issuedDocumentModule = module({
  name: 'issued-document',
  owns: ['document_code', 'issued_document'],
  reads: ['audit'],
  handlers: {},
})
