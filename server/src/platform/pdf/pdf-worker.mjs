// Lays out PDFs in a thread of its own: a sheet takes some tenths of a second, for which the front desk must not wait.
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import pdfmake from 'pdfmake'

const { resolve } = createRequire(import.meta.url)
const normal = resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')
const bold = resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf')

pdfmake.setFonts({ Noto: { normal, bold, italics: normal, bolditalics: bold } })
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path === normal || path === bold)
pdfmake.setTableLayouts({
  // The arms of a tooth cross, as wide as the strokes of its digits.
  cross: {
    hLineWidth: (line, node) => (line === 1 && node.table.body.length > 1 ? 0.7 : 0),
    vLineWidth: (line) => (line === 1 ? 0.7 : 0),
    paddingLeft: () => 3,
    paddingRight: () => 3,
    paddingTop: () => 0,
    paddingBottom: () => 0,
  },
  ruled: {
    hLineWidth: () => 0.5,
    vLineWidth: () => 0,
    hLineColor: () => '#b7c2be',
    paddingLeft: () => 4,
    paddingRight: () => 4,
    paddingTop: () => 3,
    paddingBottom: () => 3,
  },
})

/** Lays out one document and answers with its bytes, or why there are none. */
async function layOut({ id, definition, foot, background }) {
  try {
    const bytes = await pdfmake
      .createPdf({
        ...definition,
        ...(background
          ? {
              background: (_page, size) => ({
                canvas: [{ type: 'rect', x: 0, y: 0, w: size.width, h: size.height, color: background }],
              }),
            }
          : {}),
        footer: (page, pages) => ({
          margin: [foot.side, 6, foot.side, 0],
          fontSize: 7.5,
          color: '#4d5c57',
          columns: [
            { width: '*', text: foot.words },
            { width: 'auto', text: `第 ${page} 页 共 ${pages} 页` },
          ],
        }),
      })
      .getBuffer()
    parentPort?.postMessage({ id, bytes })
  } catch (error) {
    parentPort?.postMessage({ id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

parentPort?.on('message', (asked) => void layOut(asked))
