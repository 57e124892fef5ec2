import { z } from 'zod'
import { call, resource, SHEET_REFUSALS, SHEET_UPLOAD, type CallGroup } from './core/call.ts'
import { idOf, moment, oneWord, pageOf, paging, requestId, wholeNumber, wordsOf } from './core/fields.ts'

/** At most so many patients in one file. */
export const IMPORT_ROWS = 5000
/** How long the rows of an import are kept, in days. */
export const IMPORT_DAYS = 7

const may = resource('/allTimePatients:import')
const also = ['/allTimePatients:view'] as const

const importState = z.object({
  id: z.string(),
  fileName: z.string(),
  /** 1 checked, 2 being written, 3 done, 4 broken off, 5 put aside, 6 being checked, 7 check broken off */
  status: z.number(),
  /** Columns of the file that are not read. */
  ignored: z.array(z.string()),
  total: z.number(),
  /** How many rows the check has looked at. */
  looked: z.number(),
  good: z.number(),
  bad: z.number(),
  /** Rows that may have a file already. */
  doubtful: z.number(),
  /** Of these: to be opened all the same, and left out. A run begins when each is decided. */
  creating: z.number(),
  skipping: z.number(),
  /** How many a run writes. */
  toWrite: z.number(),
  /** How many are written by now. */
  written: z.number(),
  problem: z.string(),
  /** The group of the new files; null before, and once it was deleted. */
  groupId: z.string().nullable(),
  groupName: z.string().nullable(),
  employeeName: z.string(),
  createdAt: moment,
  finishedAt: moment.nullable(),
  /** The rows are still there to be looked at. */
  rowsKept: z.boolean(),
})

/** Which rows of an import are looked at. */
export const importRowKinds = {
  all: '全部',
  good: '可导入',
  bad: '有误',
  doubtful: '疑似重复',
  undecided: '待决定',
} as const
/** What becomes of a row that may have a file already. */
export const importChoiceNames = { skip: '跳过', create: '仍建档' } as const
const choice = oneWord('处理', wordsOf(importChoiceNames))
/** So many rows are decided at once, or all of them. */
const CHOOSE_AT_ONCE = 200

/** What is wrong with a cell, the column named once: 手机号应为11位手机号, 性别：应为男、女、未知. */
export const problemInWords = ({ column, message }: { column: string; message: string }): string =>
  message.includes(column) ? message : `${column}：${message}`

/** Which column of a patient each column of the sheet is read as, in the order of the sheet: '姓名,,手机号'; nothing: not read. */
const readAs = z
  .string({ error: '列的对应应为文字' })
  .max(2000, { error: '列太多了' })
  .optional()
  .transform((titles) => titles?.split(',').map((title) => title.trim() || null) ?? null)

/** Patients brought in from a sheet. */
export const patientImportCalls = {
  importTemplate: call({
    method: 'GET',
    path: '/patient-api/v2/central/import/template',
    doc: '患者导入模板（xlsx）：列名、示例、下拉选项与填写说明；本门诊设为必填的列带 *',
    spec: null,
    allow: may,
    also: [...also],
    output: z.null(),
    answer: 'file',
  }),
  importHeads: call({
    method: 'POST',
    path: '/patient-api/v2/central/import/heads',
    doc: '看表格有哪些列：列名、前几行的内容、认出是患者的哪一项。什么也不保存；认不全时由人选定，再带着 columns 上传',
    spec: null,
    allow: may,
    also: [...also],
    effect: 'read',
    upload: SHEET_UPLOAD,
    output: z.object({
      /** The columns of the sheet, in its order. */
      columns: z.array(
        z.object({
          title: z.string(),
          /** The first cells under it that hold something, at most three. */
          samples: z.array(z.string()),
          /** What of a patient it is taken for; null: nothing known. */
          readAs: z.string().nullable(),
        }),
      ),
      /** What of a patient a column may be read as. */
      fields: z.array(z.object({ title: z.string(), isRequired: z.boolean() })),
      /** Rows below the head. */
      total: z.number(),
    }),
    errors: ['PATIENT_IMPORT_FILE', 'PATIENT_IMPORT_ROWS', ...SHEET_REFUSALS],
  }),
  importUpload: call({
    method: 'POST',
    path: '/patient-api/v2/central/import/upload',
    doc: '上传：读出各行后立即返回，随后在后台逐行逐格检查问题与疑似重复，不写入任何患者。xlsx，5M 以内，一次最多 5000 行。columns 说每一列读作什么，不带时按列名认',
    spec: null,
    allow: may,
    also: [...also],
    body: { columns: readAs },
    upload: SHEET_UPLOAD,
    output: importState,
    errors: ['PATIENT_IMPORT_FILE', 'PATIENT_IMPORT_ROWS', ...SHEET_REFUSALS],
  }),
  importCheck: call({
    method: 'POST',
    path: '/patient-api/v2/central/import/check',
    doc: '重新检查：检查没有完成时再试一次，或改过已有档案之后重新核对。已作的选择在疑似重复不变时保留',
    spec: null,
    allow: may,
    also: [...also],
    body: { id: idOf('导入') },
    output: importState,
    errors: ['PATIENT_IMPORT_STATE', 'PATIENT_IMPORT_NOTHING'],
  }),
  importDetail: call({
    method: 'GET',
    path: '/patient-api/v2/central/import/detail/{id}',
    doc: '一次导入的检查结果与进度',
    spec: null,
    allow: may,
    also: [...also],
    params: { id: idOf('导入') },
    output: importState,
  }),
  importLatest: call({
    method: 'GET',
    path: '/patient-api/v2/central/import/latest',
    doc: '本门诊最近的 10 次导入，新在前',
    spec: null,
    allow: may,
    also: [...also],
    output: z.array(importState),
  }),
  importRows: call({
    method: 'POST',
    path: '/patient-api/v2/central/import/rows',
    doc: '导入文件的各行：单元格内容、问题、疑似重复的档案',
    spec: null,
    allow: may,
    also: [...also],
    effect: 'read',
    body: { id: idOf('导入'), kind: oneWord('行', wordsOf(importRowKinds)).default('all'), ...paging },
    output: pageOf(
      z.object({
        rowNo: z.number(),
        /** 1 good, 2 bad, 3 may have a file already */
        kind: z.number(),
        /** By the column's head. */
        cells: z.record(z.string(), z.string()),
        problems: z.array(z.object({ column: z.string(), message: z.string() })),
        doubts: z.array(
          z.object({
            level: z.string(),
            reason: z.string(),
            /** The file that it may be; null for another row, and for a file that this person may not open. */
            patientId: z.string().nullable(),
          }),
        ),
        /** What becomes of a row that may have a file already; null: nobody has said. */
        choice: z.enum(['skip', 'create']).nullable(),
      }),
    ),
  }),
  importChoose: call({
    method: 'POST',
    path: '/patient-api/v2/central/import/choose',
    doc: '疑似重复的行逐行（或全部）决定：跳过或仍建档。rows 为空时指全部疑似重复的行',
    spec: null,
    allow: may,
    also: [...also],
    body: {
      id: idOf('导入'),
      choice,
      rows: z
        .array(wholeNumber('行号', 1, 100_000))
        .min(1, { error: '请选择行' })
        .max(CHOOSE_AT_ONCE, { error: `一次最多选择 ${CHOOSE_AT_ONCE} 行` })
        .nullish()
        .transform((rows) => rows ?? null),
    },
    output: importState,
    errors: ['PATIENT_IMPORT_STATE', 'PATIENT_IMPORT_NOTHING'],
  }),
  importErrors: call({
    method: 'GET',
    path: '/patient-api/v2/central/import/errors/{id}',
    doc: '有误和疑似重复的行（xlsx）：原样的内容加“原因”一列，改好后可直接上传',
    spec: null,
    allow: may,
    also: [...also],
    effect: 'write',
    params: { id: idOf('导入') },
    output: z.null(),
    answer: 'file',
    errors: ['PATIENT_IMPORT_NOTHING'],
  }),
  importRun: call({
    method: 'POST',
    path: '/patient-api/v2/central/import/run',
    doc: '开始写入：要写的行全部成功或一条不写。有误的行改好或留下（leaveBad）、疑似重复的行逐一决定之前不能开始',
    spec: null,
    allow: may,
    also: [...also],
    body: { id: idOf('导入'), leaveBad: z.boolean().default(false), requestId },
    output: importState,
    idempotent: true,
    errors: ['PATIENT_IMPORT_STATE', 'PATIENT_IMPORT_BAD', 'PATIENT_IMPORT_UNDECIDED', 'PATIENT_IMPORT_NOTHING'],
  }),
  importDiscard: call({
    method: 'POST',
    path: '/patient-api/v2/central/import/discard',
    doc: '放弃一次还没有写入的导入，读到的内容一并删除',
    spec: null,
    allow: may,
    also: [...also],
    body: { id: idOf('导入') },
    output: importState,
    errors: ['PATIENT_IMPORT_STATE'],
  }),
} satisfies CallGroup
