/** Grade of need of treatment: 5 very great … 1 none. */
export interface IotnItem {
  code: string
  nameZh: string
}

const items = (grade: number, names: Readonly<Record<string, string>>): IotnItem[] =>
  Object.entries(names).map(([letter, nameZh]) => ({ code: `${grade}${letter}`, nameZh }))

/**
 * Dental health component of the IOTN (Brook & Shaw 1989): the items of each grade, for a record by hand; the worst counts.
 * Nothing is graded automatically. Limits 待确认.
 */
export const iotnItems: readonly IotnItem[] = [
  ...items(5, {
    i: '萌出受阻',
    h: '每象限缺失超过 1 颗',
    a: '覆盖 > 9 mm',
    m: '反覆盖 > 3.5 mm，有咀嚼或语音障碍',
    p: '唇腭裂',
    s: '乳牙下沉',
  }),
  ...items(4, {
    a: '覆盖 > 6～9 mm',
    b: '反覆盖 > 3.5 mm，无咀嚼或语音障碍',
    m: '反覆盖 > 1～3.5 mm，有咀嚼或语音障碍',
    c: '反𬌗，后退接触位与牙尖交错位相差 > 2 mm',
    l: '后牙舌侧反𬌗，无功能接触',
    d: '接触点移位 > 4 mm',
    e: '开𬌗 > 4 mm',
    f: '完全覆𬌗，伴牙龈或腭部创伤',
    h: '较轻的缺牙，须修复前正畸或关闭间隙',
    t: '倾斜阻生，与邻牙嵌顿',
    x: '多生牙',
  }),
  ...items(3, {
    a: '覆盖 > 3.5～6 mm，唇闭合不全',
    b: '反覆盖 > 1～3.5 mm',
    c: '反𬌗，相差 > 1～2 mm',
    d: '接触点移位 > 2～4 mm',
    e: '开𬌗 > 2～4 mm',
    f: '完全深覆𬌗，无创伤',
  }),
  ...items(2, {
    a: '覆盖 > 3.5～6 mm，唇可闭合',
    b: '反覆盖 > 0～1 mm',
    c: '反𬌗，相差 ≤ 1 mm',
    d: '接触点移位 > 1～2 mm',
    e: '开𬌗 > 1～2 mm',
    f: '覆𬌗 ≥ 3.5 mm，无牙龈接触',
    g: '前后向偏差不超过半个单位',
  }),
  { code: '1', nameZh: '极轻微或无错𬌗' },
]
