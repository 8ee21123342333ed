extension DemoHome {
  /// The items of the flat, one per line; see ``DemoItem/init(_:)``.
  static let flatItems = """
    Three-seat sofa|Living Room|Furniture|1490|Norrgård|sofa|38|
    Reading chair|Living Room|Furniture|420|Norrgård|chair|37|
    Footstool|Living Room|Furniture|89|Norrgård|chair|37|
    Oak coffee table|Living Room|Furniture|260|Hobelwerk|table|36|
    Wool rug, 2 × 3 m|Living Room|Furniture|640|Atlas Loom|rug|30|
    Floor lamp|Living Room|Furniture|149|Lumen & Co|lamp|29|
    Paper lantern|Living Room||24|Lumen & Co|lamp|29|
    Television, 55 inch|Living Room|Electronics|899|Vista|screen|20|serial warranty=24
    Soundbar|Living Room|Electronics|279|Hallo Audio|speaker|20|serial warranty=24
    Streaming box|Living Room|Electronics|59|Vista|box|18|serial
    Game console|Living Room|Electronics,Toys|449|Quadrant|box|14|serial warranty=24
    Game controller|Living Room|Electronics,Toys|64|Quadrant|phone|14|quantity=2
    Record player|Living Room|Music,Electronics|389|Hallo Audio|speaker|52|serial
    Bookshelf speakers|Living Room|Music,Electronics|310|Hallo Audio|speaker|52|quantity=2
    Amplifier|Living Room|Music,Electronics|520|Hallo Audio|speaker|52|serial
    Vinyl collection|Living Room/Bookcase|Music|18||book|60|quantity=86
    Bookcase|Living Room|Furniture|380|Hobelwerk|shelf|36|
    Cookbooks|Living Room/Bookcase|Books|22||book|40|quantity=19
    Novels|Living Room/Bookcase|Books|12||book|48|quantity=140
    Travel guides|Living Room/Bookcase|Books|16||book|24|quantity=23
    Art books|Living Room/Bookcase|Books,Valuable|55||book|44|quantity=11
    Atlas from 1931|Living Room/Bookcase|Books,Valuable|240||book|110|note=From grandfather's desk
    Board games|Living Room/Bookcase|Toys|35||box|26|quantity=14
    Chess set|Living Room/Bookcase|Toys,Valuable|180|Figura|box|70|
    Wall clock|Living Room|Art|95|Tempo Nord|clock|31|
    Oil painting "Harbour"|Living Room|Art,Valuable|1850||picture|88|insured note=Appraised
    Print "Two herons"|Living Room|Art|120||picture|27|
    Fig tree|Living Room|Garden|65||plant|19|
    Monstera|Living Room|Garden|38||plant|16|
    Candle holders|Living Room||28||cup|33|quantity=4
    Throw blanket|Living Room||75|Atlas Loom|jacket|22|quantity=2
    Cushions|Living Room||29|Atlas Loom|box|22|quantity=5
    Curtains|Living Room||180|Atlas Loom|jacket|36|quantity=2
    Fireproof document box|Living Room/Bookcase|Documents|110|Tresorix|box|41|serial
    Violin|Living Room|Music,Valuable|2400|Atelier Brandt|guitar|130|serial insured
    Music stand|Living Room|Music|45||lamp|60|
    Digital piano|Living Room|Music,Electronics|1150|Clavia Nord-Haus|table|34|serial warranty=60
    Dining table|Dining Room|Furniture|980|Hobelwerk|table|36|
    Dining chairs|Dining Room|Furniture|165|Hobelwerk|chair|36|quantity=6
    Sideboard|Dining Room|Furniture|720|Hobelwerk|shelf|35|
    Pendant lamp|Dining Room|Furniture|210|Lumen & Co|lamp|35|
    Porcelain service|Dining Room/Sideboard|Kitchenware|46|Weißwald|plate|95|quantity=24
    Wine glasses|Dining Room/Sideboard|Kitchenware|9|Kristina|cup|28|quantity=18
    Champagne glasses|Dining Room/Sideboard|Kitchenware|11|Kristina|cup|28|quantity=8
    Silver cutlery|Dining Room/Sideboard|Kitchenware,Valuable|38|Söhne|knife|140|quantity=48 insured
    Table linen|Dining Room/Sideboard||35|Atlas Loom|jacket|45|quantity=6
    Salad bowl|Dining Room/Sideboard|Kitchenware|42|Tonhaus|plate|23|
    Serving platters|Dining Room/Sideboard|Kitchenware|33|Tonhaus|plate|23|quantity=3
    Decanter|Dining Room/Sideboard|Kitchenware|68|Kristina|bottle|39|
    Whisky, 18 years|Dining Room/Sideboard||115||bottle|12|quantity=2
    Fridge-freezer|Kitchen|Appliances|1090|Polaris|appliance|34|serial warranty=60
    Dishwasher|Kitchen|Appliances|780|Polaris|appliance|34|serial warranty=24
    Induction hob|Kitchen|Appliances|690|Polaris|appliance|34|serial warranty=24
    Oven|Kitchen|Appliances|840|Polaris|appliance|34|serial warranty=24
    Extractor hood|Kitchen|Appliances|410|Polaris|appliance|34|serial
    Espresso machine|Kitchen|Appliances,Kitchenware|1250|La Fonte|appliance|21|serial warranty=36
    Coffee grinder|Kitchen|Appliances,Kitchenware|330|La Fonte|appliance|21|serial warranty=24
    Kettle|Kitchen|Appliances|59|Simmer|pot|17|
    Toaster|Kitchen|Appliances|75|Simmer|appliance|17|
    Stand mixer|Kitchen|Appliances|549|Rührwerk|appliance|43|serial warranty=60
    Hand blender|Kitchen|Appliances|79|Rührwerk|bottle|25|
    Food processor|Kitchen|Appliances|229|Rührwerk|appliance|31|serial
    Rice cooker|Kitchen|Appliances|119|Hinode|pot|15|warranty=24
    Microwave|Kitchen|Appliances|189|Polaris|appliance|34|serial
    Cast iron pot|Kitchen/Pan drawer|Kitchenware|269|Fonderie Arc|pot|50|
    Frying pans|Kitchen/Pan drawer|Kitchenware|89|Fonderie Arc|pot|24|quantity=3
    Saucepans|Kitchen/Pan drawer|Kitchenware|65|Fonderie Arc|pot|36|quantity=4
    Wok|Kitchen/Pan drawer|Kitchenware|72|Hinode|pot|29|
    Pressure cooker|Kitchen/Pan drawer|Kitchenware|159|Simmer|pot|46|lent=Mira days=12
    Baking tins|Kitchen/Pan drawer|Kitchenware|19||plate|40|quantity=7
    Chef's knife|Kitchen|Kitchenware|189|Hinode|knife|26|
    Knife block|Kitchen|Kitchenware|240|Klingenthal|knife|48|
    Everyday cutlery|Kitchen|Kitchenware|6|Klingenthal|knife|36|quantity=36
    Dinner plates|Kitchen|Kitchenware|14|Tonhaus|plate|36|quantity=12
    Cereal bowls|Kitchen|Kitchenware|12|Tonhaus|plate|36|quantity=10
    Mugs|Kitchen|Kitchenware|13|Tonhaus|cup|36|quantity=14
    Storage jars|Kitchen|Kitchenware|11||bottle|30|quantity=16
    Kitchen scale|Kitchen|Kitchenware|45|Simmer|appliance|22|
    Kitchen radio|Kitchen|Electronics|99|Hallo Audio|speaker|28|serial
    Spice rack|Kitchen|Kitchenware|58|Hobelwerk|shelf|32|
    Herb pots|Kitchen|Garden|12||plant|8|quantity=5
    Fire blanket|Kitchen||29|Tresorix|box|36|
    Double bed|Bedroom|Furniture|1180|Norrgård|bed|36|
    Mattress|Bedroom|Furniture|890|Schlafgut|bed|36|warranty=120
    Wardrobe|Bedroom|Furniture|1340|Hobelwerk|shelf|36|
    Bedside tables|Bedroom|Furniture|140|Hobelwerk|table|36|quantity=2
    Bedside lamps|Bedroom|Furniture|69|Lumen & Co|lamp|35|quantity=2
    Dresser|Bedroom|Furniture|460|Hobelwerk|shelf|36|
    Full-length mirror|Bedroom|Furniture|130||picture|36|
    Duvets|Bedroom||150|Schlafgut|bed|24|quantity=2
    Bed linen|Bedroom/Dresser||85|Atlas Loom|jacket|24|quantity=5
    Winter coats|Bedroom/Wardrobe|Clothing|280||jacket|26|quantity=3
    Suits|Bedroom/Wardrobe|Clothing|420||jacket|41|quantity=2
    Wedding dress|Bedroom/Wardrobe|Clothing,Valuable|1950|Atelier Lys|jacket|75|insured
    Leather jacket|Bedroom/Wardrobe|Clothing|390||jacket|63|
    Silk scarves|Bedroom/Wardrobe|Clothing|70||jacket|30|quantity=4
    Hiking boots|Bedroom/Wardrobe|Clothing,Sports|219|Gratweg|ball|18|quantity=2
    Wedding rings|Bedroom/Dresser|Jewellery,Valuable|980|Goldmann|ring|75|quantity=2 insured
    Pearl necklace|Bedroom/Dresser|Jewellery,Valuable|1600|Goldmann|ring|160|insured
    Wristwatch|Bedroom/Dresser|Jewellery,Valuable|2750|Tempo Nord|clock|57|serial insured
    Earrings|Bedroom/Dresser|Jewellery|240|Goldmann|ring|33|quantity=3
    Alarm clock|Bedroom|Electronics|39|Tempo Nord|clock|29|
    Air purifier|Bedroom|Appliances|329|Breeze|appliance|11|serial warranty=24
    Bunk bed|Children's Room|Furniture|640|Norrgård|bed|28|
    Desk for two|Children's Room|Furniture|290|Hobelwerk|table|14|
    Desk chairs|Children's Room|Furniture|120|Norrgård|chair|14|quantity=2
    Toy chest|Children's Room|Furniture|95|Hobelwerk|box|40|
    Wooden train set|Children's Room/Toy chest|Toys|180|Holzspur|box|38|
    Building bricks|Children's Room/Toy chest|Toys|240||box|30|
    Dolls' house|Children's Room|Toys|160|Holzspur|box|34|
    Picture books|Children's Room|Books|13||book|36|quantity=62
    Globe with light|Children's Room||69||lamp|20|
    Night light|Children's Room|Electronics|25|Lumen & Co|lamp|38|
    Small guitar|Children's Room|Music|140|Atelier Brandt|guitar|13|
    Tablet|Children's Room|Electronics|369|Quadrant|phone|9|serial warranty=24
    Telescope|Children's Room|Toys|210|Optikon|camera|10|
    Stuffed animals|Children's Room||20||ball|40|quantity=15
    Washing machine|Bathroom|Appliances|869|Polaris|appliance|27|serial warranty=36
    Tumble dryer|Bathroom|Appliances|799|Polaris|appliance|27|serial warranty=36
    Bathroom cabinet|Bathroom|Furniture|230|Norrgård|shelf|33|
    Hair dryer|Bathroom|Appliances|85|Breeze|tool|19|
    Electric toothbrushes|Bathroom|Appliances|89||bottle|10|quantity=3
    Towels|Bathroom||24|Atlas Loom|jacket|24|quantity=16
    Scales|Bathroom|Appliances|49||appliance|31|
    Iron|Bathroom|Appliances|79|Simmer|appliance|44|
    Coat rack|Hallway|Furniture|110|Hobelwerk|lamp|36|
    Shoe cabinet|Hallway|Furniture|190|Norrgård|shelf|36|
    Umbrellas|Hallway||32||tent|28|quantity=3
    Smart lock|Hallway|Electronics|249|Tresorix|phone|8|serial warranty=24
    Doorbell camera|Hallway|Electronics|179|Tresorix|camera|8|serial warranty=24
    Key cabinet|Hallway||39|Tresorix|box|36|
    Vacuum cleaner|Hallway|Appliances|449|Breeze|appliance|16|serial warranty=24
    Robot vacuum|Hallway|Appliances,Electronics|389|Breeze|ball|7|serial warranty=24
    First aid kit|Hallway||35||box|13|
    Electric scooter|Hallway|Sports|549|Rollgut|bicycle|15|serial warranty=24
    Standing desk|Home Office|Furniture|690|Norrgård|table|25|warranty=60
    Office chair|Home Office|Furniture|780|Sitzwerk|chair|25|serial warranty=60
    Work laptop|Home Office|Electronics|1899|Quadrant|laptop|17|serial warranty=36
    Private laptop|Home Office|Electronics|1199|Quadrant|laptop|5|serial warranty=24
    Monitors, 27 inch|Home Office|Electronics|389|Vista|screen|25|quantity=2 serial warranty=36
    Docking station|Home Office|Electronics|199|Quadrant|box|25|serial
    Keyboard|Home Office|Electronics|149|Klack|laptop|25|
    Mouse|Home Office|Electronics|69|Klack|phone|25|
    Webcam|Home Office|Electronics|99|Optikon|camera|25|
    Headphones|Home Office|Electronics,Music|299|Hallo Audio|speaker|12|serial warranty=24
    Laser printer|Home Office|Electronics|229|Papyr|appliance|37|serial
    Document scanner|Home Office|Electronics|349|Papyr|appliance|22|serial warranty=24
    Small server|Home Office|Electronics|420|Nanobox|box|19|serial warranty=24 note=Runs Hearth
    Backup disks|Home Office|Electronics|129|Magnetar|box|19|quantity=2 serial
    Network switch|Home Office|Electronics|89|Nanobox|box|30|serial
    Wi-Fi router|Home Office|Electronics|169|Nanobox|box|30|serial warranty=24
    Mirrorless camera|Home Office|Electronics|1649|Optikon|camera|23|serial warranty=24 insured
    Lens 24–70 mm|Home Office|Electronics,Valuable|899|Optikon|camera|23|serial warranty=24 insured
    Lens 85 mm|Home Office|Electronics|529|Optikon|camera|11|serial warranty=24 lent=Jonas days=-9
    Tripod|Home Office|Electronics|149|Optikon|lamp|23|
    Phones|Home Office|Electronics|749|Quadrant|phone|10|quantity=2 serial warranty=24
    E-book reader|Home Office|Electronics,Books|159|Papyr|phone|32|serial
    Filing cabinet|Home Office|Furniture,Documents|260|Norrgård|shelf|45|
    Shredder|Home Office|Electronics|79|Papyr|appliance|45|
    Desk lamp|Home Office|Furniture|89|Lumen & Co|lamp|25|
    Cordless drill|Storage Room/Tool cupboard|Tools|229|Werkstolz|tool|33|serial warranty=36
    Jigsaw|Storage Room/Tool cupboard|Tools|119|Werkstolz|tool|33|serial
    Socket set|Storage Room/Tool cupboard|Tools|95|Werkstolz|tool|50|
    Screwdrivers|Storage Room/Tool cupboard|Tools|49|Werkstolz|tool|50|
    Spirit level|Storage Room/Tool cupboard|Tools|35|Werkstolz|tool|50|
    Stepladder|Storage Room|Tools|99|Werkstolz|shelf|50|
    Sewing machine|Storage Room|Appliances|379|Fadenlauf|appliance|29|serial warranty=24
    Christmas decorations|Storage Room/Box "Christmas"|Seasonal|90||box|60|
    Suitcases|Storage Room|Sports|189|Gratweg|suitcase|24|quantity=3
    Camping stove|Storage Room|Sports|79|Gratweg|pot|42|
    City bicycle|Basement|Sports|899|Rollgut|bicycle|31|serial insured
    Touring bicycle|Basement|Sports,Valuable|1790|Rollgut|bicycle|13|serial warranty=24 insured
    Children's bicycle|Basement|Sports|329|Rollgut|bicycle|11|serial
    Bicycle trailer|Basement|Sports|449|Rollgut|bicycle|45|lent=Family Sommer days=40
    Old television|Basement|Electronics|90|Vista|screen|95|sold=Second-hand shop price=40
    Cargo bike|Basement|Sports|3900|Rollgut|bicycle|47|serial sold=Tom price=2400
    """
}
