import { readXlsx, writeXlsx } from 'hucre/xlsx'

/** What the form of a member of staff sends, with what the test wants otherwise. */
export const staffForm = (over: Record<string, unknown> = {}) => ({
  name: '薛小满',
  gender: 1 as const,
  phone: '',
  jobNumber: '',
  jobType: 2 as const,
  workType: 1 as const,
  titlePost: '护士',
  specialty: [],
  introduction: '',
  isDoctor: false,
  isConsultant: false,
  discountLimit: 100,
  colour: '',
  entryDate: null,
  ...over,
})

/** A form with fields and one file, as a browser sends it: what `Client.raw` takes behind the address. */
export function fileForm(
  file: Buffer,
  name: string,
  fields: Readonly<Record<string, string>> = {},
): { payload: Buffer; headers: Record<string, string> } {
  const before = Object.entries(fields)
    .map(([field, value]) => `--b\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`)
    .join('')
  const head = `${before}--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')]),
  }
}

export type Cells = (string | number | boolean | Date | null)[]

/** A sheet with these rows, as a file. @param formulas formulas without a result, by 'row,column' counted from 0 */
export async function sheetOf(
  rows: readonly Readonly<Cells>[],
  name = '表格',
  formulas: Readonly<Record<string, string>> = {},
): Promise<Buffer> {
  const cells = new Map(Object.entries(formulas).map(([place, formula]) => [place, { value: null, formula }]))
  return Buffer.from(await writeXlsx({ sheets: [{ name, rows: rows.map((row) => [...row]), cells }] }))
}

/** The rows of the first sheet of a file. */
export async function rowsOf(file: Buffer): Promise<Cells[]> {
  return ((await readXlsx(file)).sheets[0]?.rows ?? []) as Cells[]
}

/** A sheet of patients as a person might bring it: heads, then one row each. */
export const sheetOfPatients = (head: Readonly<Cells>, rows: readonly Readonly<Cells>[]): Promise<Buffer> =>
  sheetOf([head, ...rows], '患者')
