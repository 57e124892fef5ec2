export { PdfButton } from './PdfButton.tsx'
export { VerifyPaper } from './VerifyPaper.tsx'
