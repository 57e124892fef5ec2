/**
 * The closed table of refusals. Platform codes carry their own HTTP status; a business refusal answers HTTP 200 with a
 * code of five digits, as the specification's clients expect. None stands in the silent list (0, 99999, 200, 1330, 1200, 10404).
 */
export const platformErrors = {
  BAD_INPUT: { code: 400, http: 400, message: '提交的内容有误' },
  UNAUTHENTICATED: { code: 401, http: 401, message: 'token已过期，请重新登录' },
  FORBIDDEN: { code: 403, http: 403, message: '没有操作权限' },
  NO_CLINIC: { code: 40301, http: 403, message: '请先选择门诊' },
  NOT_FOUND: { code: 404, http: 404, message: '没有找到：可能已被删除，或不在您的数据范围内' },
  METHOD_NOT_ALLOWED: { code: 405, http: 405, message: '不支持的请求方式' },
  VERSION_CONFLICT: { code: 409, http: 409, message: '已被他人修改' },
  CLINIC_CHANGED: { code: 40901, http: 409, message: '已在其他标签页切换门诊，请刷新后再操作' },
  REQUEST_ID_REUSED: { code: 40902, http: 409, message: '同一请求编号已用于其他内容' },
  TOO_LARGE: { code: 413, http: 413, message: '提交的内容过大' },
  UNSUPPORTED_TYPE: { code: 415, http: 415, message: '不支持的内容格式' },
  TOO_MANY: { code: 429, http: 429, message: '操作太频繁，请稍后再试' },
  INTERNAL: { code: 500, http: 500, message: '系统出错了，请稍后重试' },
  TOO_SLOW: { code: 504, http: 503, message: '30 秒内没有算完，请缩短日期或增加筛选' },
  BUSY: { code: 503, http: 503, message: '系统繁忙，请稍后重试' },
  UPLOAD_TOO_LARGE: { code: 40010, http: 200, message: '上传文件不能大于10M' },
  UPLOAD_WRONG_TYPE: { code: 40011, http: 200, message: '请上传 jpeg、jpg 或 png 图片' },
  SHEET_BEING_READ: { code: 40012, http: 200, message: '正在读取本机构的另一个文件，请等它读完后再上传' },
  STATUS_CHANGED: { code: 40020, http: 200, message: '状态已变化，不能进行此操作' },
} as const

/** One refusal of a domain's table: five-digit code, Chinese message. HTTP 200 unless said otherwise. */
export interface ErrorEntry {
  readonly code: number
  readonly http?: number
  readonly message: string
}
