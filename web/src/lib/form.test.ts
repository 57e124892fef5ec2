import { describe, expect, it } from 'vitest'
import { errorAt } from './form.ts'

describe('errorAt', () => {
  it('finds the words of a field, of an item and of a field inside an item', () => {
    const errors = {
      realName: { type: 'server', message: '请填写姓名' },
      certPath: [undefined, { path: { type: 'custom', message: '请上传证书照片' } }],
      idCardPath: { type: 'custom', message: '请上传身份证正反两面' },
      branchList: [{ creditCode: { type: 'custom', message: '统一社会信用代码应为18位' } }],
    } as never
    expect(errorAt(errors, 'realName')).toBe('请填写姓名')
    expect(errorAt(errors, 'certPath')).toBe('请上传证书照片')
    expect(errorAt(errors, 'idCardPath')).toBe('请上传身份证正反两面')
    expect(errorAt(errors, 'branchList.0.creditCode')).toBe('统一社会信用代码应为18位')
    expect(errorAt(errors, 'branchList.1.creditCode')).toBeUndefined()
    expect(errorAt({}, 'phone')).toBeUndefined()
  })
})
