import { expect, test } from 'vitest'
import { joinPdfs } from './join.ts'
import { FONT } from './frame.ts'
import { renderPdf } from './pdf.ts'

/** A PDF as a reader finds its way: from the table of offsets to the catalogue, and from there by references alone. */
function opened(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1])
  const [, count = '', rows = ''] = /^xref\s+0 (\d+)\s+([\s\S]*?)trailer/.exec(text.slice(start)) ?? []
  const lines = rows.trimEnd().split('\n')
  expect(lines).toHaveLength(Number(count))
  const objects = new Map<number, string>()
  for (const [no, row] of lines.entries()) {
    if (row[17] !== 'n') continue
    const at = Number(row.slice(0, 10))
    const head = `${no} 0 obj`
    expect(text.slice(at, at + head.length)).toBe(head)
    objects.set(no, text.slice(at, text.indexOf('endobj', at)).split('\nstream')[0] ?? '')
  }
  const object = (ref: string | undefined): string => {
    const found = objects.get(Number(ref))
    if (found === undefined) throw new Error(`no object ${ref}`)
    return found
  }
  /** Leaves of the tree of pages in their order, each with its contents and fonts followed. */
  const leaves = (ref: string, parent: string | null): string[] => {
    const node = object(ref)
    expect(/\/Parent (\d+) 0 R/.exec(node)?.[1] ?? null).toBe(parent)
    const kids = /\/Kids \[([^\]]*)\]/.exec(node)?.[1]
    if (kids === undefined) return [ref]
    const below = [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid = '']) => leaves(kid, ref))
    expect(Number(/\/Count (\d+)/.exec(node)?.[1])).toBe(below.length)
    return below
  }
  const root = /\/Root (\d+) 0 R/.exec(text.slice(start))?.[1]
  return { objects, object, pages: leaves(/\/Pages (\d+) 0 R/.exec(object(root))?.[1] ?? '', null) }
}

/** Every object that one page leads to, without going back up the tree. */
function reachedFrom({ objects, object }: ReturnType<typeof opened>, page: string): Set<string> {
  const seen = new Set<string>()
  const walk = (ref: string) => {
    if (seen.has(ref)) return
    seen.add(ref)
    const body = object(ref).replaceAll(/\/Parent \d+ 0 R/g, '')
    for (const [, next = ''] of body.matchAll(/(\d+) 0 R/g)) {
      expect(objects.has(Number(next))).toBe(true)
      walk(next)
    }
  }
  walk(page)
  return seen
}

test('joined documents are one tree of pages, each with its own contents', async () => {
  const document = (word: string, pages: number) =>
    renderPdf({
      foot: { words: word, side: 40 },
      definition: {
        defaultStyle: { font: FONT },
        content: Array.from({ length: pages }, (_, n) => ({
          text: `${word}${n}`,
          pageBreak: n ? 'before' : undefined,
        })),
      },
    })
  const parts = [await document('甲', 2), await document('乙', 1), await document('丙', 3)]
  async function* each() {
    yield* parts
  }
  const chunks: Buffer[] = []
  for await (const chunk of joinPdfs(each())) chunks.push(chunk)
  const joined = opened(Buffer.concat(chunks))
  expect(joined.pages).toHaveLength(6)
  const kinds = joined.pages.map((page) => /\/Type \/(\w+)/.exec(joined.object(page))?.[1])
  expect(new Set(kinds)).toEqual(new Set(['Page']))
  // A page leads to what its own document says and to nothing of another one.
  const reached = joined.pages.map((page) => reachedFrom(joined, page))
  for (const [n, one] of reached.entries()) {
    const contents = /\/Contents (\d+) 0 R/.exec(joined.object(joined.pages[n]))?.[1] ?? ''
    expect(one.has(contents)).toBe(true)
    for (const [m, other] of reached.entries()) if (n !== m) expect(other.has(contents)).toBe(false)
  }
  const [first, second] = [reached[0], reached[2]] as [Set<string>, Set<string>]
  expect([...first].filter((ref) => second.has(ref))).toEqual([])
  // As many objects as the parts have, besides the root and its tree: nothing is lost, nothing left over.
  const own = parts.reduce((sum, part) => sum + opened(part).objects.size, 0)
  expect(joined.objects.size).toBe(own + 2)
})
