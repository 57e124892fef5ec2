/** Can this browser show a PDF, so that it can print one? */
export const printsPdf = (): boolean => navigator.pdfViewerEnabled

/** Opens the browser's print dialog for a PDF. The frame stays until the next one: the dialog reads from it. */
export function printFile(content: Blob): void {
  document.getElementById(FRAME)?.remove()
  const frame = document.createElement('iframe')
  const address = URL.createObjectURL(content)
  frame.id = FRAME
  frame.hidden = true
  frame.src = address
  frame.addEventListener('load', () => {
    frame.contentWindow?.focus()
    frame.contentWindow?.print()
    URL.revokeObjectURL(address)
  })
  document.body.append(frame)
}
const FRAME = 'print-file'
