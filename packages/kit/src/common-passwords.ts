/**
 * Passwords that satisfy the rule of kinds in some casing and are still among the first anyone tries: keyboard runs, the
 * words for password and administrator, common Chinese phrases in pinyin, and the trade's own words. Lower case; compare
 * without regard to case.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `aa123456 aa1234567 aa12345678 aa123456789 aa111111 aa112233 aa123123 aa654321 aaa111111 aaa12345 aaa123456 aaaa1111
  ab123456 ab12345678 abc123456 abc1234567 abc12345678 abc123456789 abc123abc abcd1234 abcd12345 abcd123456
  abcde12345 abcdef123456 1234abcd 12345abc 123456ab 123456abc 12345678ab 123456aa 123456789aa 12345qwert
  qwe12345 qwe123456 qwe123qwe qwer1234 qwer12345 qwer123456 qwerty12 qwerty123 qwerty1234 qwerty123456 qwertyuiop123
  1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qaz@wsx !qaz2wsx qaz12345 qaz123456 qazwsx123 zaq12wsx
  asd12345 asd123456 asdf1234 asdf123456 asdfgh123 zxc12345 zxc123456 zxcv1234 zxcvbnm123 q1w2e3r4 a1b2c3d4 a1s2d3f4
  password1 password12 password123 password1234 password@123 password1! p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@ssword1
  passw0rd passw0rd1 pass1234 pass@123 pass@word1 mima1234 mima123456
  admin123 admin1234 admin12345 admin123456 admin@123 admin@1234 admin888 admin888888 administrator1 root1234 root123456
  user1234 test1234 test123456 test@123 guest123 welcome1 welcome123 welcome@123 changeme1 changeme123 default123
  letmein1 letmein123 iloveyou1 iloveyou123 iloveyou520 iloveyou1314 woaini520 woaini521 woaini123 woaini1314
  woaini5201314 woaiwojia1 love1314 love5201314 wang1234 wang123456 zhang123 zhang123456 li123456 liu123456 chen123456
  a123456. a123456! a123456@ a12345678. a12345678! abc@1234 abc@12345 abc@123456 abc123!@# abc123456! aa123456. aa123456!
  aa123456@ aa@123456 1234qwer 1234qwer! 123qweasd 123qwe!@# qwe123!@# qwer1234! china123 china2008 beijing2008
  shanghai2010 doctor123 doctor1234 dentist1 dentist123 dental123 dental1234 clinic123 clinic1234 yasheng123 yake1234
  yake123456 kouqiang1 kouqiang123 yiyuan123 menzhen123 hushi123 yisheng123 dentin123 dentin1234`.split(/\s+/),
)
