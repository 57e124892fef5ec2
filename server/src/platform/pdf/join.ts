/** What joining needs to know of one document that pdfmake has laid out. */
interface Parsed {
  /** Objects by number, in the order of the file. */
  objects: { no: number; bytes: Buffer }[]
  /** The root of its pages, and how many there are. */
  pages: number
  count: number
}

const numberAfter = (text: string, pattern: RegExp, what: string): number => {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`PDF: no ${what}`)
  return Number(found)
}

/** Reads the objects of a document through its table, as pdfmake writes it: one table, no object streams. */
function parse(pdf: Buffer): Parsed {
  const tail = pdf.toString('latin1', Math.max(0, pdf.length - 2048))
  const table = numberAfter(tail, /startxref\s+(\d+)/, 'startxref')
  const [, count = '0', rows = ''] = /^xref\s+0 (\d+)\s+([\s\S]*?)trailer/.exec(pdf.toString('latin1', table)) ?? []
  const offsets = rows
    .split('\n')
    .slice(0, Number(count))
    .map((row, no) => ({ no, at: Number(row.slice(0, 10)), used: row[17] === 'n' }))
    .filter(({ used }) => used)
    .sort((a, b) => a.at - b.at)
  const objects = offsets.map(({ no, at }, n) => ({ no, bytes: pdf.subarray(at, offsets[n + 1]?.at ?? table) }))
  const textOf = (no: number) => objects.find((each) => each.no === no)?.bytes.toString('latin1') ?? ''
  const pages = numberAfter(textOf(numberAfter(tail, /\/Root (\d+) 0 R/, 'catalogue')), /\/Pages (\d+) 0 R/, 'pages')
  return { objects, pages, count: numberAfter(textOf(pages), /\/Count (\d+)/, 'count of pages') }
}

const CATALOGUE = 1
const PAGES = 2
const FIRST = 3

/** An object under its new number, with the objects that it names under theirs. What is in a stream stays as it is. */
function moved({ no, bytes }: Parsed['objects'][number], by: number, isRoot: boolean): Buffer {
  const stream = bytes.indexOf('\nstream')
  const end = stream < 0 ? bytes.length : stream
  let head = bytes
    .toString('latin1', 0, end)
    .replace(/^\d+ 0 obj/, `${no + by} 0 obj`)
    .replace(/(\d+) 0 R\b/g, (_ref, named: string) => `${Number(named) + by} 0 R`)
  if (isRoot) head = head.replace('<<', `<<\n/Parent ${PAGES} 0 R`)
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes.subarray(end)])
}

/**
 * One PDF of several, written as they come: none of them is kept, and the first page leaves before the second is laid out.
 * @param documents made by `renderPdf`; each keeps its own heads, feet and numbers of pages
 */
export async function* joinPdfs(documents: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const places = new Map<number, number>()
  const kids: string[] = []
  let [at, next, count] = [0, FIRST, 0]
  const written = (bytes: Buffer): Buffer => {
    at += bytes.length
    return bytes
  }
  yield written(Buffer.from('%PDF-1.4\n%\u00e4\u00f6\u00fc\n', 'latin1'))
  for await (const document of documents) {
    const { objects, pages, count: own } = parse(document)
    const by = next - 1
    const parts: Buffer[] = []
    for (const object of objects) {
      places.set(object.no + by, at)
      parts.push(written(moved(object, by, object.no === pages)))
    }
    next = Math.max(...places.keys()) + 1
    kids.push(`${pages + by} 0 R`)
    count += own
    yield Buffer.concat(parts)
  }
  const last = [
    `${CATALOGUE} 0 obj\n<<\n/Type /Catalog\n/Pages ${PAGES} 0 R\n>>\nendobj\n`,
    `${PAGES} 0 obj\n<<\n/Type /Pages\n/Count ${count}\n/Kids [${kids.join(' ')}]\n>>\nendobj\n`,
  ]
  for (const [n, text] of last.entries()) {
    places.set(n + 1, at)
    yield written(Buffer.from(text))
  }
  const table = Array.from({ length: next }, (_, no) => {
    const place = places.get(no)
    return place === undefined ? '0000000000 65535 f \n' : `${String(place).padStart(10, '0')} 00000 n \n`
  })
  yield Buffer.from(
    `xref\n0 ${next}\n${table.join('')}trailer\n<<\n/Size ${next}\n/Root ${CATALOGUE} 0 R\n>>\nstartxref\n${at}\n%%EOF\n`,
  )
}
