import Documents
import Household
import Things
import Web

typealias StoredItemPage = Things::ItemPage
package typealias StoredItemRow = Things::ItemRow
typealias StoredItemSort = Things::ItemSort
typealias PrintedLabel = Documents::Label
