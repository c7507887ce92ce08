import { commonPasswordSentence } from "#app/auth/sentences.ts";
import { signInPath, wayPath } from "#app/auth/sign-in-path.ts";

/**
 * The passwords that attackers try first: the most frequent ones of the lists published every year, and words
 * that name this site. Passwords under 6 characters are left out, because they are refused anyway.
 */
const list = `
  123456 123456789 12345678 password 1234567 12345678910 1234567890 qwerty 111111 123123 abc123 password1
  000000 iloveyou qwerty123 654321 666666 987654321 123321 1q2w3e4r qwertyuiop 112233 121212 dragon monkey
  letmein sunshine princess football baseball welcome admin123 login123 master shadow superman batman
  trustno1 hello123 whatever qazwsx zxcvbnm zxcvbn asdfgh asdfghjkl asdf1234 1qaz2wsx 1qazxsw2 q1w2e3r4
  q1w2e3r4t5 1q2w3e 1q2w3e4r5t qwe123 qwer1234 qwerty1 qwerty12 qwerty12345 aa123456 a123456 a12345678
  123456a 12345a 123abc abcd1234 abc12345 abcdef abcdefg abcdefgh 123qwe 555555 777777 888888 999999 222222
  333333 444444 7777777 11111111 00000000 88888888 123654 159753 147258369 147258 987654 789456123 789456
  456789 741852963 852456 101010 131313 696969 232323 252525 202020 010203 102030 123123123 12341234
  11223344 112233445566 1111111 111222 aaaaaa passw0rd p@ssw0rd p@ssword pa55word password123 password12
  password! passwort motdepasse contrasena senha123 changeme changeme123 secret secret123 letmein123
  welcome1 welcome123 test123 test1234 testing testtest temp123 guest123 default administrator root123
  toor123 user123 pass123 pass1234 mypassword nopassword login1 access access14 freedom michael jordan
  jordan23 jennifer jessica ashley daniel thomas charlie andrew joshua matthew robert william anthony george
  michelle nicole samantha amanda hannah summer winter autumn spring flower cookie cheese chocolate banana
  orange pepper ginger buster tigger hunter ranger killer soccer hockey liverpool chelsea arsenal barcelona
  ronaldo pokemon starwars minecraft matrix naruto fuckyou iloveyou1 loveme lovely babygirl angel1 computer
  internet samsung google iphone facebook linkedin mustang corvette ferrari harley yamaha mercedes porsche
  maggie snoopy bailey purple silver diamond blink182 ninja123 azerty azerty123 qwertz handiwork freelance
`;

const common = new Set(list.trim().split(/\s+/));

/** True for a password that gets a warning (docs/specification.md#passwords). Case is ignored. */
export function isCommon(password: string): boolean {
  return common.has(password.trim().toLowerCase());
}

/**
 * The sign-in page after a user has chosen a password, with a warning if it is common.
 * @param back where the user goes after signing in: a path of this site
 * @param next "joined": after a sign-up, the page first says that the account was created
 */
export function signInPathAfter(password: string, back: string, next?: "joined"): string {
  if (!isCommon(password)) return wayPath("/sign-in", back);
  const path = signInPath(back, commonPasswordSentence);
  return next ? `${path}&${next}` : path;
}
