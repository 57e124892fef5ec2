import { z } from 'zod'
import { call, resource, type CallGroup } from './core/call.ts'
import type { ErrorEntry } from './core/errors.ts'
import {
  idOf,
  localDate,
  moment,
  oneOf,
  oneWord,
  option,
  optionalText,
  queryNumber,
  requestId,
  requiredText,
  version,
  wholeNumber,
} from './core/fields.ts'

/** Refusals of this domain: codes 44001 to 44999. */
export const scheduleErrors = {
  SHIFT_NAME_TAKEN: { code: 44001, message: '已有同名的班次' },
  SHIFT_USED: { code: 44002, message: '该班次已排过班，不能删除，可以停用' },
  SHIFT_STOPPED: { code: 44003, message: '该班次已停用，不能再排' },
  SCHEDULE_TWO_CLINICS: { code: 44004, message: '该员工同一时段已在其他门诊排班' },
  SCHEDULE_OVERLAP: { code: 44005, message: '同一天的班次时段不能重叠' },
  SCHEDULE_NOT_HERE: { code: 44006, message: '员工不在本门诊或已离职，不能排班' },
  SCHEDULE_CHANGED: { code: 44007, http: 409, message: '排班已被他人修改，请刷新后再排' },
  SCHEDULE_TOO_MUCH: { code: 44008, message: '一次安排的内容过多，请缩短日期或分批进行' },
  SCHEDULE_NO_DRAFT: { code: 44009, message: '这段日期没有待发布的排班' },
} as const satisfies Record<string, ErrorEntry>

/** Kind of shift in words; index 0 is unused. */
export const shiftTypeNames = ['', '上班', '休息', '请假', '外出', '会议'] as const
const shiftTypes = [1, 2, 3, 4, 5] as const
/** The colours a shift may have, with their names. */
export const shiftColours = { teal: '青', blue: '蓝', purple: '紫', green: '绿', gold: '金', grey: '灰' } as const
type ShiftColour = keyof typeof shiftColours

const CLOCK = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/
/** A minute of the day, '08:30'; the end of a day is '24:00'. */
const clock = (label: string) => z.string({ error: `请选择${label}` }).regex(CLOCK, { error: `${label}格式应为 08:30` })

const period = z.strictObject({ start: clock('开始时间'), end: clock('结束时间') })
const periods = z
  .array(period, { error: '请填写时段' })
  .min(1, { error: '请至少填写一个时段' })
  .max(4, { error: '时段不能超过4个' })
  .superRefine((list, context) => {
    list.forEach((each, n) => {
      if (each.start >= each.end)
        context.addIssue({ code: 'custom', path: [n, 'end'], message: '结束时间应晚于开始时间' })
    })
    const sorted = [...list].sort((a, b) => a.start.localeCompare(b.start))
    if (sorted.some((each, n) => n > 0 && each.start < (sorted[n - 1]?.end ?? '')))
      context.addIssue({ code: 'custom', message: '时段不能重叠' })
  })

const shift = z.object({
  id: z.string(),
  version: z.number(),
  name: z.string(),
  shortName: z.string(),
  colour: z.string(),
  /** 1 work, 2 rest, 3 leave, 4 out or in surgery, 5 meeting */
  type: z.number(),
  periods: z.array(z.object({ start: z.string(), end: z.string() })),
  bookable: z.boolean(),
  enabled: z.boolean(),
  /** Has been planned at least once: may only be stopped. */
  used: z.boolean(),
})
export type Shift = z.output<typeof shift>

/** One stretch of a person's day. */
const stretch = z.object({
  id: z.string(),
  version: z.number(),
  employeeId: z.string(),
  date: z.string(),
  shiftId: z.string().nullable(),
  name: z.string(),
  shortName: z.string(),
  colour: z.string(),
  kind: z.number(),
  start: z.string(),
  end: z.string(),
  chairId: z.string().nullable(),
  chairName: z.string(),
  bookable: z.boolean(),
  remark: z.string(),
  draft: z.boolean(),
})

const calendarDay = z.object({
  date: z.string(),
  lunar: z.string(),
  holidayName: z.string().nullable(),
  /** A day worked in exchange for a holiday. */
  isWorkday: z.boolean(),
})

/** A table of people and days. */
const sheet = z.object({
  days: z.array(calendarDay.extend({ published: z.boolean() })),
  employees: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      jobType: z.number(),
      isDoctor: z.boolean(),
      deptName: z.string(),
      chairId: z.string().nullable(),
      chairName: z.string(),
    }),
  ),
  stretches: z.array(stretch),
  /** The same people in other clinics of the chain. */
  elsewhere: z.array(
    z.object({ employeeId: z.string(), date: z.string(), clinicName: z.string(), start: z.string(), end: z.string() }),
  ),
})

/** An appointment that a change of shifts leaves without its doctor. */
const displaced = z.object({
  id: z.string(),
  name: z.string(),
  doctorId: z.string(),
  doctorName: z.string(),
  startTime: moment,
  endTime: moment,
  title: z.string(),
  reason: z.string(),
})

/** What was done, or (saved false) which appointments stand in the way: nothing was changed, send again with acceptAffected. */
const outcome = z.object({
  saved: z.boolean(),
  /** Cells that are now other than before. */
  changed: z.number(),
  affected: z.array(displaced),
})

const entry = z.strictObject({
  /** A shift of the list; without one the stretch says everything itself. */
  shiftId: idOf('班次').nullish(),
  kind: oneOf('类型', shiftTypes).nullish(),
  start: clock('开始时间').nullish(),
  end: clock('结束时间').nullish(),
  title: optionalText('说明', 20),
  chairId: idOf('诊椅').nullish(),
  remark: optionalText('备注', 100),
})
const entries = z.array(entry, { error: '请选择班次' }).max(6, { error: '一天不能超过6个班次' })
const acceptAffected = z.boolean({ error: '请确认' }).default(false)
const range = { from: localDate('开始日期'), to: localDate('结束日期') }
const people = z.array(idOf('员工')).max(200, { error: '员工不能超过200位' })

/** Shifts, who works when, and the calendar of days off. */
export const schedule = {
  shifts: call({
    method: 'GET',
    path: '/tenant-api/shift/list',
    doc: '本门诊的班次，停用的也列出',
    spec: null,
    allow: resource('/baseScheduleSet:view', '/clinicSchedule:view'),
    output: z.array(shift),
  }),
  saveShift: call({
    method: 'POST',
    path: '/tenant-api/shift/save',
    doc: '新建或修改班次；已排的班不随之改变',
    spec: null,
    allow: resource('/baseScheduleSet:edit'),
    idempotent: true,
    body: {
      requestId,
      id: idOf('班次').nullish(),
      version: version.optional(),
      name: requiredText('班次名称', 12),
      shortName: requiredText('简称', 3),
      colour: oneWord('颜色', Object.keys(shiftColours) as [ShiftColour, ...ShiftColour[]]),
      type: oneOf('类型', shiftTypes),
      periods,
      bookable: z.boolean({ error: '请选择是否可预约' }),
    },
    output: z.object({ id: z.string() }),
    errors: ['SHIFT_NAME_TAKEN', 'VERSION_CONFLICT'],
  }),
  enableShift: call({
    method: 'POST',
    path: '/tenant-api/shift/enable',
    doc: '启用或停用班次',
    spec: null,
    allow: resource('/baseScheduleSet:edit'),
    body: { id: idOf('班次'), version, enabled: z.boolean({ error: '请选择启用或停用' }) },
    output: z.null(),
    errors: ['VERSION_CONFLICT'],
  }),
  removeShift: call({
    method: 'POST',
    path: '/tenant-api/shift/delete',
    doc: '删除从未排过的班次',
    spec: null,
    allow: resource('/baseScheduleSet:edit'),
    body: { id: idOf('班次'), version },
    output: z.null(),
    errors: ['SHIFT_USED', 'VERSION_CONFLICT'],
  }),
  plan: call({
    method: 'POST',
    path: '/tenant-api/schedule/plan',
    doc: '排班中心：一段日期里每位员工的班次，含草稿与在其他门诊的班，最长 42 天',
    spec: null,
    allow: resource('/clinicSchedule:view'),
    scope: 'all',
    effect: 'read',
    body: range,
    output: sheet,
  }),
  chairs: call({
    method: 'GET',
    path: '/tenant-api/schedule/chairs',
    doc: '排班可选的诊椅',
    spec: null,
    allow: resource('/clinicSchedule:view'),
    output: z.array(option),
  }),
  save: call({
    method: 'POST',
    path: '/tenant-api/schedule/save',
    doc: '把一些格子改为新的内容。未发布的周存为草稿；已发布的周立即生效，影响已约患者时先列出',
    spec: null,
    allow: resource('/clinicSchedule:edit'),
    idempotent: true,
    body: {
      requestId,
      cells: z
        .array(
          z.strictObject({
            employeeId: idOf('员工'),
            date: localDate('日期'),
            /** What the screen saw in this cell; something else there now is refused. */
            seen: z.array(z.strictObject({ id: idOf('排班'), version })).max(24, { error: '内容过多' }),
            entries,
          }),
          { error: '请选择要排的格子' },
        )
        .min(1, { error: '请选择要排的格子' })
        .max(800, { error: '一次不能超过800格' }),
      acceptAffected,
    },
    output: outcome,
    errors: [
      'SCHEDULE_CHANGED',
      'SCHEDULE_TWO_CLINICS',
      'SCHEDULE_OVERLAP',
      'SCHEDULE_NOT_HERE',
      'SHIFT_STOPPED',
      'SCHEDULE_TOO_MUCH',
    ],
  }),
  fill: call({
    method: 'POST',
    path: '/tenant-api/schedule/fill',
    doc: '批量排班：一些员工在一段日期的某些星期；也用于连续请假',
    spec: null,
    allow: resource('/clinicSchedule:edit'),
    idempotent: true,
    body: {
      requestId,
      employeeIds: people.min(1, { error: '请选择员工' }),
      ...range,
      weekdays: z
        .array(oneOf('星期', [0, 1, 2, 3, 4, 5, 6]), { error: '请选择星期' })
        .min(1, { error: '请选择星期' })
        .max(7, { error: '星期重复' }),
      entries: entries.min(1, { error: '请选择班次' }),
      /** replace: whatever stood there; empty: only where nothing stands; add: beside what stands there. */
      mode: oneWord('方式', ['replace', 'empty', 'add']).default('replace'),
      skipHolidays: z.boolean({ error: '请选择' }).default(false),
      acceptAffected,
    },
    output: outcome,
    errors: ['SCHEDULE_TWO_CLINICS', 'SCHEDULE_OVERLAP', 'SCHEDULE_NOT_HERE', 'SHIFT_STOPPED', 'SCHEDULE_TOO_MUCH'],
  }),
  repeat: call({
    method: 'POST',
    path: '/tenant-api/schedule/repeat',
    doc: '按周复制和循环：把从某周起的 N 周依次套用到之后的若干周（N=1 为按周复制，N=2 为 A/B 周）',
    spec: null,
    allow: resource('/clinicSchedule:edit'),
    idempotent: true,
    body: {
      requestId,
      /** Any day of the first week that is copied. */
      sourceWeek: localDate('来源周'),
      cycleWeeks: wholeNumber('循环周数', 1, 4),
      /** Any day of the first week that is filled. */
      targetWeek: localDate('目标周'),
      weeks: wholeNumber('套用周数', 1, 13),
      /** Empty: everybody. */
      employeeIds: people.default([]),
      mode: oneWord('方式', ['replace', 'empty']).default('replace'),
      skipHolidays: z.boolean({ error: '请选择' }).default(false),
      acceptAffected,
    },
    output: outcome,
    errors: ['SCHEDULE_TWO_CLINICS', 'SCHEDULE_TOO_MUCH'],
  }),
  publish: call({
    method: 'POST',
    path: '/tenant-api/schedule/publish',
    doc: '发布：所选日期所在各周的草稿生效，员工收到消息；影响已约患者时先列出',
    spec: null,
    allow: resource('/clinicSchedule:publish'),
    idempotent: true,
    body: { requestId, ...range, acceptAffected },
    output: outcome,
    errors: ['SCHEDULE_NO_DRAFT', 'SCHEDULE_TOO_MUCH'],
  }),
  view: call({
    method: 'POST',
    path: '/tenant-api/schedule/view',
    doc: '查看排班：已发布的，最长 42 天',
    spec: null,
    allow: resource('/orgSchedule:view'),
    effect: 'read',
    body: range,
    output: sheet,
  }),
  mine: call({
    method: 'POST',
    path: '/tenant-api/schedule/mine',
    doc: '本人的排班：在连锁各门诊已发布的，最长 42 天',
    spec: null,
    allow: resource('/mySchedule:view'),
    scope: 'all',
    effect: 'read',
    body: range,
    output: z.object({
      days: z.array(calendarDay),
      stretches: z.array(stretch.extend({ clinicName: z.string(), isHere: z.boolean() })),
    }),
  }),
  holidays: call({
    method: 'GET',
    path: '/tenant-api/holiday/year',
    doc: '一年的节假日与调休，含本机构自己的调整；1900 至 2100 年',
    spec: null,
    allow: resource('/baseScheduleSet:view', '/clinicSchedule:view'),
    query: { year: queryNumber('年份', 1900, 2100) },
    output: z.object({
      holidays: z.array(
        z.object({
          date: z.string(),
          name: z.string(),
          kind: oneWord('类型', ['plain', 'off', 'work']),
          /** Said by the company, not by the public calendar. */
          own: z.boolean(),
        }),
      ),
      /** The lunar day of every day of the year. */
      lunar: z.array(z.string()),
    }),
  }),
  setHolidays: call({
    method: 'POST',
    path: '/tenant-api/holiday/set',
    doc: '把一天或连续几天设为放假、调休上班或平常日，只对本机构有效；与公共日历相同时恢复',
    spec: null,
    allow: resource('/baseScheduleSet:edit'),
    body: {
      ...range,
      kind: oneWord('类型', ['plain', 'off', 'work']),
      name: optionalText('名称', 20),
    },
    output: z.object({ changed: z.number() }),
  }),
} satisfies CallGroup

/** What a cell may be filled with, as it goes over the wire. */
export type ScheduleEntry = z.input<typeof entry>
