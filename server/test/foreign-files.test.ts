import { readdirSync, readFileSync } from 'node:fs'
import { contract } from '@dentin/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadFolder } from '../src/platform/http/upload.ts'
import { fileForm, sheetOfPatients } from './forms.ts'
import { testApp, type Client, type TestApp } from './harness.ts'
import { zipEntry, zipOf } from './zip.ts'

// Workbooks that a stranger builds to end or to block the server. Each is sent as the importing of patients takes it.

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A workbook that programs would open, with the parts that matter given. */
function workbook(parts: {
  sheet?: string
  shared?: string
  styles?: string
  prolog?: string
  more?: string[]
}): Buffer {
  const { sheet = '<sheetData/>', shared, styles, prolog = '', more = [] } = parts
  return zipOf(
    zipEntry(
      '[Content_Types].xml',
      `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${TYPE}.sharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    ),
    zipEntry(
      '_rels/.rels',
      `<?xml version="1.0"?><Relationships xmlns="${RELS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    zipEntry(
      'xl/workbook.xml',
      `<?xml version="1.0"?>${prolog}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets>${more.join('')}</workbook>`,
    ),
    zipEntry(
      'xl/_rels/workbook.xml.rels',
      `<?xml version="1.0"?><Relationships xmlns="${RELS}"><Relationship Id="r1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r3" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ),
    zipEntry(
      'xl/worksheets/sheet1.xml',
      `<?xml version="1.0"?>${prolog}<worksheet xmlns="${SHEET}">${sheet}</worksheet>`,
    ),
    ...(shared
      ? [zipEntry('xl/sharedStrings.xml', `<?xml version="1.0"?>${prolog}<sst xmlns="${SHEET}">${shared}</sst>`)]
      : []),
    ...(styles
      ? [zipEntry('xl/styles.xml', `<?xml version="1.0"?><styleSheet xmlns="${SHEET}">${styles}</styleSheet>`)]
      : []),
  )
}

const times = (n: number, text: string) => text.repeat(n)
const rows = (n: number, cells: string) => `<sheetData>${times(n, `<row>${cells}</row>`)}</sheetData>`
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const laughs = `<!DOCTYPE x [<!ENTITY a "${times(1000, 'ha')}">${[...'bcdefghi'].map((name, n) => `<!ENTITY ${name} "${times(10, `&${'abcdefghi'[n]};`)}">`).join('')}]>`

/** What a stranger might send. Each is made when its turn comes: some are large. */
const bombs: [string, () => Buffer][] = [
  ['3,000,000 shared strings', () => workbook({ shared: times(3_000_000, '<si><t>a</t></si>') })],
  ['shared strings of many runs', () => workbook({ shared: `<si>${times(2_000_000, '<r><t>a</t></r>')}</si>` })],
  ['entities without end', () => workbook({ sheet: rows(1, inline(times(4_000_000, '&amp;'))) })],
  ['numeric entities', () => workbook({ shared: `<si><t>${times(5_000_000, '&#x41;')}</t></si>` })],
  ['a billion laughs', () => workbook({ prolog: laughs, sheet: rows(1, inline('&i;')) })],
  [
    'a file of the server as an entity',
    () => workbook({ prolog: '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>', sheet: rows(2, inline('&f;')) }),
  ],
  ['a million empty rows', () => workbook({ sheet: rows(1_000_000, '') })],
  ['rows without an end', () => workbook({ sheet: `<sheetData>${times(3_000_000, '<row>')}` })],
  ['4,000,000 cells', () => workbook({ sheet: rows(40, times(100_000, '<c><v>1</v></c>')) })],
  [
    'cells that name the last row',
    () =>
      workbook({
        sheet: `<sheetData>${times(40_000, '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')}</sheetData>`,
      }),
  ],
  ['one cell of 20 MB', () => workbook({ sheet: rows(1, inline(times(20_000_000, 'a'))) })],
  ['an attribute of 20 MB', () => workbook({ sheet: `<sheetData><row x="${times(20_000_000, 'a')}"/></sheetData>` })],
  ['2,000,000 attributes', () => workbook({ sheet: `<sheetData><row ${times(2_000_000, 'a="" ')}/></sheetData>` })],
  ['a tree 1,000,000 deep', () => workbook({ sheet: times(1_000_000, '<a>') + times(1_000_000, '</a>') })],
  ['1,000,000 styles', () => workbook({ styles: `<cellXfs>${times(1_000_000, '<xf numFmtId="0"/>')}</cellXfs>` })],
  [
    '1,000,000 formats',
    () => workbook({ styles: `<numFmts>${times(1_000_000, '<numFmt numFmtId="200" formatCode="0"/>')}</numFmts>` }),
  ],
  [
    'merged cells over the whole sheet',
    () =>
      workbook({ sheet: `<sheetData/><mergeCells>${times(500_000, '<mergeCell ref="A1:XFD1048576"/>')}</mergeCells>` }),
  ],
  [
    '1,000,000 sheets',
    () => workbook({ more: [`<sheets>${times(1_000_000, '<sheet name="b" sheetId="2" r:id="r1"/>')}</sheets>`] }),
  ],
  [
    '1,000,000 names',
    () =>
      workbook({ more: [`<definedNames>${times(1_000_000, '<definedName name="a">1</definedName>')}</definedNames>`] }),
  ],
  [
    'shared formulas over the whole sheet',
    () => workbook({ sheet: rows(20_000, times(20, '<c><f t="shared" ref="A1:XFD1048576" si="0">A1</f></c>')) }),
  ],
  [
    'columns without end',
    () => workbook({ sheet: `<cols>${times(1_000_000, '<col min="1" max="16384" width="9"/>')}</cols><sheetData/>` }),
  ],
  ['100 MB of blanks', () => workbook({ sheet: times(100_000_000, ' ') })],
  ['a comment of 20 MB', () => workbook({ sheet: `<!--${times(20_000_000, '-')}--><sheetData/>` })],
  ['an unclosed tag of 20 MB', () => workbook({ sheet: `<${times(20_000_000, 'a')}` })],
]

let app: TestApp
let director: Client
let neighbour: Client
let origin = ''
beforeAll(async () => {
  app = await testApp()
  director = await app.as('director')
  neighbour = await app.as('director', 'b1')
  origin = await app.application.http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.application.http.server.closeAllConnections())

const residentMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${process.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
const temporary = () => readdirSync(uploadFolder(app.application.services.config.dataDir))
async function send(file: Buffer, who = director): Promise<{ http: number; code: number; message: string }> {
  const { payload, headers } = fileForm(file, '患者.xlsx')
  const answer = await fetch(`${origin}${contract.patient.importUpload.path}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${who.token ?? ''}` },
    body: new Uint8Array(payload),
  })
  return { http: answer.status, ...((await answer.json()) as { code: number; message: string }) }
}

/** Asks for the server's health all the while. @returns the longest that an answer took, and the most that this process worked until one, in milliseconds */
async function healthWhile<T>(work: () => Promise<T>): Promise<{ slowest: number; busiest: number; outcome: T }> {
  let [slowest, busiest] = [0, 0]
  let over = false
  const asking = (async () => {
    while (!over) {
      const begun = performance.now()
      const before = process.cpuUsage()
      expect((await fetch(`${origin}/healthz`)).status).toBe(200)
      const { user, system } = process.cpuUsage(before)
      slowest = Math.max(slowest, performance.now() - begun)
      busiest = Math.max(busiest, (user + system) / 1000)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  const outcome = await work()
  over = true
  await asking
  return { slowest, busiest, outcome }
}

describe('a foreign workbook', () => {
  it.each(bombs)('%s: is refused or read, while the server answers', async (_name, make) => {
    const file = make()
    const { slowest, busiest, outcome } = await healthWhile(() => send(file))
    expect(outcome.http).toBe(200)
    expect(outcome.code).not.toBe(0)
    expect(outcome.message).toMatch(/[\u4e00-\u9fff]/)
    // The server itself does nothing for so long that others wait for it; what else the machine does is not its doing.
    expect(busiest).toBeLessThan(200)
    expect(slowest).toBeLessThan(2000)
    expect(residentMb()).toBeLessThan(1200)
    // The file is put away once the answer is on its way.
    await expect.poll(temporary).toEqual([])
  })

  it('waits for the one of the same company; another company is not held up', async () => {
    const slow = workbook({ sheet: rows(40_000, times(20, '<c t="inlineStr"><is><t>abcdef</t></is></c>')) })
    const good = await sheetOfPatients(['姓名', '性别', '手机号', '来源'], [['乔一', '男', '13400009999', '自然到店']])
    const [first, second, other] = await Promise.all([send(slow), send(good), send(good, neighbour)])
    expect([first.code, second.code].filter((code) => code === 40012)).toHaveLength(1)
    expect(other.code).toBe(0)
    expect((await send(good)).code).toBe(0)
    // The file is put away once the answer is on its way.
    await expect.poll(temporary).toEqual([])
  })
})
