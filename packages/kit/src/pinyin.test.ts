import { describe, expect, it } from 'vitest'
import { pinyinInitials, pinyinOf, searchText } from './pinyin.ts'

describe('pinyin', () => {
  it.each([
    ['周雨桐', 'zhouyutong', 'zyt'],
    ['单小燕', 'shanxiaoyan', 'sxy'],
    ['解晓东', 'xiexiaodong', 'xxd'],
    ['曾国平', 'zengguoping', 'zgp'],
    ['仇英', 'qiuying', 'qy'],
    ['区志强', 'ouzhiqiang', 'ozq'],
    ['任盈盈', 'renyingying', 'ryy'],
    ['查文轩', 'zhawenxuan', 'zwx'],
    ['尉迟敬', 'yuchijing', 'ycj'],
    ['欧阳安', 'ouyangan', 'oya'],
    ['吕绿', 'lvlv', 'll'],
    ['阿依古丽·热合曼', 'ayigulireheman', 'ayglrhm'],
    ['张 三', 'zhangsan', 'zs'],
    ['John Smith', 'johnsmith', 'js'],
    ['Amy陈2', 'amychen2', 'ac2'],
    ['', '', ''],
  ])('of %s', (name, full, initials) => {
    expect(pinyinOf(name)).toBe(full)
    expect(pinyinInitials(name)).toBe(initials)
  })
})

describe('searchText', () => {
  it('holds everything a patient is looked up by', () => {
    expect(searchText({ name: '周雨桐', mobile: '13800002046', medicalNumber: 'DT2600032' })).toBe(
      '周雨桐 zhouyutong zyt 13800002046 dt2600032',
    )
  })
  it('leaves out what is not there and never repeats', () => {
    expect(searchText({ name: ' 周  雨桐 ', mobile: null, medicalNumber: '' })).toBe('周 雨桐 zhouyutong zyt')
    expect(searchText({ name: 'Amy', aliases: ['AMY'] })).toBe('amy a')
  })
  it('finds former names and merged numbers', () => {
    expect(searchText({ name: '周雨桐', aliases: ['周小雨', 'DT2500001'] })).toBe(
      '周雨桐 zhouyutong zyt 周小雨 zhouxiaoyu zxy dt2500001',
    )
  })
})
