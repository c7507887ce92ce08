/**
 * Words that people use to ask, in any trade. They say nothing about a service, so they are not terms
 * (docs/specification.md#assistant-query). Nor are the fillers of the search.
 */
const chatter = new Set(
  `about above after again against all almost alone along already also although always am among another anybody
  anyone anything anyway anywhere around aren't away back bad because been before behind being below best better
  between big bit both bought bring brought but buy came can't cannot come coming could couldn't couple day days
  decent did didn't different does doesn't doing don't done down during each easy either else end ended enough
  even ever every everybody everyone everything everywhere exactly expect far feel felt few find finally first
  fit five found four front full gave getting give given gives go goes going gone gonna good got gotten great had
  half hand happen happened hard hardly has hasn't haven't having he hear hello her here hey hi him his hope hour
  hours how however i'd i'll i've idea if isn't it'd it'll its it's itself just keep keeps kept kind knew know
  knows last late later least left less let lets let's like liked little live long longer look looks lot lots love
  made main make makes many matter maybe mean means might mine minute minutes month months more morning most much
  must myself near need needed needs never new next nice no nobody none nor not nothing now o'clock off often ok
  okay old once ones only onto open or other others ought ours out over own part people per perhaps person place
  plain possible possibly pretty probably proper properly put quite rather real really right round said same saw
  say says see seem seems seen she should shouldn't show shows side since six sit so somebody somehow someone's
  something sometimes somewhere soon sort spend start started starting stay still stop stuff such suggest sure
  take takes taking tell tells ten than thanks thank that's their them themselves then there there's these they they'll
  they're they've thing things think third those though three through thing time times today together tomorrow
  tonight too took top toward tried tries try trying turn turned turning twelve twice two under until up upon us
  use used useful uses using usually various very wanna wanted wants was wasn't way we'd we'll we're we've week
  weeks well went were weren't what what's whats whatever when where where's whether which while who's whole whom whose why
  within without won't would wouldn't wrong year years yes yesterday yet you'd you'll you're you've yours
  yourself send sends sent told understand understood somehow thats dont cant wont isnt doesnt didnt im ive id youre theyre lets available recommend recommendation hire hiring professional expert freelancer handle
  able actually puts plus boss complain complains stupid rubbish any allow ask asked asking basically cheers currently dear especially etc guess happy help helps
  hello honest honestly important interested job jobs literally minutes mum mom dad never offer quickly
  simply somebody somewhere struggling stuck total totally unfortunately willing wish wonder wondering works worth
  `.split(/\s+/),
);

/** Whether a word is only part of how people ask. @param word in lower case */
export function isChatter(word: string): boolean {
  return chatter.has(word) || /'(?:t|m|d|ll|re|ve|s)$/.test(word);
}
