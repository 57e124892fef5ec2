export { PdfButtons } from './PdfButtons.tsx'
export { VerifyPaper } from './VerifyPaper.tsx'
